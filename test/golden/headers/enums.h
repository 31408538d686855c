// Enumerations: numbers in the record, names in the catalogue and in the dissector.
enum state { IDLE, ARMED = 5, FIRING, FAULT = 200 };
struct struct_enums {
    uint8_t    length;
    uint8_t    ID;
    enum state now;
    enum state before : 9;
} enums = {12, 1};
