// Thirty fields as a drone sends them; the codec's speed and size are measured with it.
#pragma pack(push, 1)
struct struct_drone {
    uint8_t  length;           //1
    uint8_t  ID;               //2
    uint32_t uptime;           //6   @rule: expr=uptime / 1000; unit=s
    int32_t  lat;              //10  @rule: name=latitude; expr=lat / 1e7; unit=degrees
    int32_t  lon;              //14  @rule: name=longitude; expr=lon / 1e7; unit=degrees
    int32_t  alt;              //18  @rule: name=altitude; expr=alt / 1000; unit=m
    int16_t  vx;               //20  @rule: expr=vx / 100; unit=m/s
    int16_t  vy;               //22  @rule: expr=vy / 100; unit=m/s
    int16_t  vz;               //24  @rule: expr=vz / 100; unit=m/s
    float    roll;             //28  @rule: unit=rad
    float    pitch;            //32  @rule: unit=rad
    float    yaw;              //36  @rule: unit=rad
    int16_t  gyro_x;           //38
    int16_t  gyro_y;           //40
    int16_t  gyro_z;           //42
    int16_t  accel_x;          //44
    int16_t  accel_y;          //46
    int16_t  accel_z;          //48
    uint16_t voltage;          //50  @rule: name=battery; expr=voltage / 1000; unit=V
    int16_t  current;          //52  @rule: expr=current / 100; unit=A
    uint8_t  remaining;        //53  @rule: unit=%
    uint8_t  satellites;       //54
    uint16_t hdop;             //56  @rule: expr=hdop / 100
    uint8_t  armed : 1;        //57.0
    uint8_t  gps_fix : 3;      //57.1
    uint8_t  mode : 4;         //57.4
    int8_t   temperature;      //58  @rule: unit=°C
    uint16_t pressure;         //60  @rule: expr=pressure / 10; unit=mbar
    double   energy;           //68  @rule: expr=energy / 3600; unit=Wh
    uint8_t  ck;               //69
} drone = {69, 1};
#pragma pack(pop)
