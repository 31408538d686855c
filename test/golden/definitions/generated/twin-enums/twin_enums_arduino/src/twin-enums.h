// Two enums of one name, in two namespaces, and one without a name: each field has the names of its own.
namespace motor {
// What the motor does.
enum state_t : uint8_t { OFF, RUNNING = 3, TRIPPED };
struct struct_motor {
    uint8_t length = 5;
    uint8_t ID = 1;
    state_t state;
    state_t wanted : 4;
    uint8_t ck;
};
}
namespace door {
// Where the door is.
enum state_t : uint8_t { OPEN, CLOSED, JAMMED = 3 };
struct struct_door {
    uint8_t length = 5;
    uint8_t ID = 2;
    state_t state;
    motor::state_t drive;
    enum : uint8_t { SHUT, AJAR = 2 } lid;
};
}
