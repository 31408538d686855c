% octave-cli coding_test.m FOLDER: the functions of coding.m, which lies in FOLDER.
1;

source(fullfile(argv(){1}, 'coding.m'));

bytes = uint8([hex2dec('F1'), hex2dec('02'), hex2dec('83')]);
assert(bits(bytes, [1 4 4 0]), uint64(15));
assert(bits(bytes, [1 0 8 0; 2 0 8 8]), uint64(hex2dec('02F1')));
assert(bits(bytes, [3 0 8 0; 2 0 8 8; 1 0 8 16]), uint64(hex2dec('F10283')));
assert(signed(uint64(15), 4), int64(-1));
assert(signed(uint64(7), 4), int64(7));
assert(signed(bitcmp(uint64(0)), 64), int64(-1));
assert(text(uint8(['ab', 0, 'c'])), 'ab');
assert(text(uint8('abc')), 'abc');
assert(isempty(text(uint8([]))));
