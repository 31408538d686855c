% Bits, signs and texts in a row of uint8.
1;

% Written into each generated file from here on.

function v = bits(bytes, pieces)
% Rows of pieces: byte, shift in it, width, shift in the value.
v = uint64(0);
for k = 1:size(pieces, 1)
  part = bitand(bitshift(uint64(bytes(pieces(k, 1))), -pieces(k, 2)), uint64(2 ^ pieces(k, 3) - 1));
  v = bitor(v, bitshift(part, pieces(k, 4)));
end
end

function v = signed(v, width)
if bitget(v, width)
  for k = width + 1:64
    v = bitset(v, k);
  end
end
v = typecast(v, 'int64');
end

function t = text(bytes)
bytes = bytes(:)';
last = find(bytes == 0, 1);
if ~isempty(last)
  bytes = bytes(1:last - 1);
end
try
  t = native2unicode(bytes, 'UTF-8');
catch
  t = char(bytes);
end
end
