% Buses of Simulink, which Octave does not have.
1;

% Written into each generated file from here on.

function e = element(name, data_type, dimensions, unit, description)
e = Simulink.BusElement;
e.Name = name;
e.DataType = data_type;
e.Dimensions = dimensions;
e.Unit = unit;
e.Description = description;
end

function b = bus(description, elements)
b = Simulink.Bus;
b.Description = description;
b.Elements = elements;
end
