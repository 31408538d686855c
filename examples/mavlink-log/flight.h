#pragma once
#include <stdint.h>

/** The messages of interest, in the order in which they lie in a frame. */
#define MAVLINK_MSG_ID_GPS_RAW_INT 24
#define MAVLINK_MSG_ID_GPS_RAW_INT_CRC 24
typedef struct __mavlink_gps_raw_int_t {
  uint64_t time_usec;             // @time: us epoch
  int32_t  lat;                   // @rule: expr=lat / 10000000; unit=°
  int32_t  lon;                   // @rule: expr=lon / 10000000; unit=°
  int32_t  alt;                   // @rule: expr=alt / 1000; unit=m; warn=..120
  uint16_t eph, epv;
  uint16_t vel;                   // @rule: expr=vel / 100; unit=m/s
  uint16_t cog;                   // @rule: expr=cog / 100; unit=°
  uint8_t  fix_type;              // @rule: states=0=no GPS, 1=no fix, 2=2D, 3=3D
  uint8_t  satellites_visible;
} mavlink_gps_raw_int_t;

#define MAVLINK_MSG_ID_SYS_STATUS 1
#define MAVLINK_MSG_ID_SYS_STATUS_CRC 124
typedef struct __mavlink_sys_status_t {
  uint32_t sensors_present, sensors_enabled, sensors_health;
  uint16_t load;                  // @rule: expr=load / 10; unit=%
  uint16_t voltage_battery;       // @rule: expr=voltage_battery / 1000; unit=V; warn=14..
  int16_t  current_battery;       // @rule: expr=current_battery / 100; unit=A
  uint16_t drop_rate_comm, errors_comm, errors_count[4];
  int8_t   battery_remaining;     // @rule: unit=%
} mavlink_sys_status_t;
