// pointers-and-references.h:26:28: error E113: 'next' is a pointer, which a message cannot hold
// struct node { struct node *next; };
//                            ^~~~
// hint: send the value itself, a text as 'char name[16];'
// pointers-and-references.h:32:11: error E113: 'name' is a pointer, which a message cannot hold
//     char *name;
//           ^~~~
// hint: send the value itself, a text as 'char name[16];'
// pointers-and-references.h:33:15: error E113: 'rows' is a pointer, which a message cannot hold
//     uint8_t (*rows)[4];
//               ^~~~
// hint: send the value itself, a text as 'char name[16];'
// pointers-and-references.h:34:12: error E113: 'callback' is a pointer, which a message cannot hold
//     void (*callback)(int);
//            ^~~~~~~~
// hint: send the value itself, a text as 'char name[16];'
// pointers-and-references.h:35:5: error E113: 'text' is a pointer, which a message cannot hold
//     string_t text;
//     ^~~~~~~~
// hint: send the value itself, a text as 'char name[16];'
// pointers-and-references.h:37:10: error E114: 'counter' is a reference, which a message cannot hold
//     int &counter;
//          ^~~~~~~
// hint: send the value itself: leave out the '&'
// 6 errors
struct node { struct node *next; };
typedef char *string_t;
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    char *name;
    uint8_t (*rows)[4];
    void (*callback)(int);
    string_t text;
    struct node list;
    int &counter;
} a = {20, 1};
