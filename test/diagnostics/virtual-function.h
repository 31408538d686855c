// virtual-function.h:14:5: error E116: a message struct cannot have virtual functions: they put a hidden pointer in front of its fields
//     virtual void send();
//     ^~~~~~~
// hint: leave out 'virtual', or move the function out of the struct
// virtual-function.h:21:5: error E116: a message struct cannot have virtual functions: they put a hidden pointer in front of its fields
//     virtual ~struct_b() {}
//     ^~~~~~~
// hint: leave out 'virtual', or move the function out of the struct
// 2 errors
struct struct_a
{
    uint8_t length = 2;
    uint8_t ID = 1;
    virtual void send();
};

struct struct_b
{
    uint8_t length = 2;
    uint8_t ID = 2;
    virtual ~struct_b() {}
};
