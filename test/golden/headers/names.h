// Names that mean something to JavaScript, and rules' text that would like to.
struct struct_constructor {
    uint8_t  length;
    uint8_t  ID;
    uint8_t  constructor;
    uint8_t  __proto__;
    uint8_t  toString : 3;
    uint8_t  arguments;      // @rule: name=__proto__.x; unit=*/ alert(1) /*
    uint8_t  view;           // @rule: name=`${view}`; expr=view * view
    uint8_t  await;          // @rule: name="await"; unit=</script>
} names = {8, 1};
struct struct_Constructor {
    uint8_t  length;
    uint8_t  ID;
    struct { uint8_t valueOf; } hasOwnProperty;
} names_2 = {3, 2};
