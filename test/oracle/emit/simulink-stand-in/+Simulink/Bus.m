% Stands in for Simulink's class where Octave reads the buses: its public properties.
classdef Bus
  properties
    Description = '';
    Elements = [];
  end
end
