% octave-cli simulink-peer.m FOLDER STEM: reads a line of hex for each frame, writes a line for each value and an empty one behind.
1;

function show(path, value)
  if isstruct(value)
    for k = 1:numel(value)
      for name = fieldnames(value)'
        inner = path;
        if numel(value) > 1
          inner = sprintf('%s[%d]', path, k - 1);
        end
        if ~isempty(inner)
          inner = [inner '.'];
        end
        show([inner name{1}], value(k).(name{1}));
      end
    end
  elseif ischar(value)
    printf('%s\ttext\t%s\n', path, sprintf('%02x', uint8(value)));
  elseif numel(value) > 1
    for k = 1:numel(value)
      % Row by row, as C has arrays of arrays.
      flat = permute(value, ndims(value):-1:1);
      printf('%s[#%d]\t%s\t%s\n', path, k - 1, class(value), number(flat(k)));
    end
  else
    printf('%s\t%s\t%s\n', path, class(value), number(value));
  end
end

function t = number(value)
  if islogical(value)
    t = sprintf('%d', value);
  elseif isinteger(value)
    % All digits of 64 bits, which sprintf has not.
    t = strtrim(disp(value));
  else
    t = sprintf('%.17g', double(value));
  end
end

arguments = argv();
addpath(arguments{1});
addpath(arguments{2});
stem = arguments{3};
buses = feval([stem '_bus']);
names = fieldnames(buses);
for k = 1:numel(names)
  b = evalin('base', names{k});
  for e = b.Elements(:)'
    printf('bus\t%s\t%s\t%s\t%s\t%s\n', names{k}, e.Name, e.DataType, mat2str(e.Dimensions), e.Unit);
  end
end
printf('\n');
while true
  line = fgetl(stdin);
  if ~ischar(line)
    break;
  end
  try
    [name, raw, stored] = feval([stem '_decode'], uint8(sscanf(line, '%2x')));
    printf('name\ttext\t%s\n', name);
    show('', raw);
    for key = keys(stored)
      value = stored(key{1});
      if ischar(value)
        printf('=%s\ttext\t%s\n', key{1}, sprintf('%02x', uint8(value)));
      else
        printf('=%s\t%s\t%s\n', key{1}, class(value), number(value));
      end
    end
  catch problem
    printf('error\t%s\t%s\n', problem.identifier, problem.message);
  end
  printf('\n');
end
