% Stands in for Simulink's class where Octave reads the buses: its public properties. Octave has no arrays of its objects, so this is a struct.
function e = BusElement()
e = struct('Name', '', 'DataType', 'double', 'Dimensions', 1, 'Unit', '', 'Description', '');
end
