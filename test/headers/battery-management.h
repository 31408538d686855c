// abi = arm-eabi
// compiler = arm-none-eabi-gcc
/* Battery management system, FreeRTOS on an STM32F4. */
#ifndef BMS_MESSAGES_H_
#define BMS_MESSAGES_H_

#include "FreeRTOS.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BMS_CELLS_PER_MODULE  (4u)
#define BMS_MODULES           (3u)
#define BMS_CELLS             (BMS_CELLS_PER_MODULE * BMS_MODULES)
#define BMS_NTC_PER_MODULE    2

#if defined(__GNUC__)
#  define BMS_PACKED __attribute__((packed))
#elif defined(__CC_ARM)
#  define BMS_PACKED __packed
#else
#  error "unknown compiler"
#endif

typedef enum {
    BMS_STATE_OFF,
    BMS_STATE_PRECHARGE,
    BMS_STATE_RUN = 0x10,
    BMS_STATE_CHARGE,
    BMS_STATE_FAULT = 0x80,
} bms_state_t;

typedef uint16_t millivolt_t;
typedef int16_t  decikelvin_t;

typedef struct {
    millivolt_t  cell[BMS_CELLS_PER_MODULE];
    decikelvin_t ntc[BMS_NTC_PER_MODULE];
    uint8_t      balancing : BMS_CELLS_PER_MODULE;
    uint8_t      open_wire : 1;
} BMS_PACKED bms_module_t;

typedef struct struct_pack {
    uint8_t      length;
    uint8_t      ID;
    bms_state_t  state;
    TickType_t   ticks;               /* @rule: name=uptime; expr=ticks / 1000; unit=s */
    int32_t      current;             /* @rule: expr=current / 1000; unit=A */
    bms_module_t module[BMS_MODULES];
    uint16_t     crc;
} BMS_PACKED struct_pack_t;

typedef struct struct_limits {
    uint8_t     length;
    uint8_t     ID;
    millivolt_t cell_min, cell_max;   /* @rule: unit=mV */
    union {
        uint16_t all;
        struct {
            uint16_t undervoltage : 1;
            uint16_t overvoltage : 1;
            uint16_t overcurrent : 1;
            uint16_t : 5;
            uint16_t contactor_welded : 1;
        } bit;
    } faults;
} BMS_PACKED struct_limits_t;

static const struct_pack_t   pack_init   = { .length = sizeof(struct_pack_t), .ID = 0x21, .state = BMS_STATE_OFF };
static const struct_limits_t limits_init = { .length = sizeof(struct_limits_t), .ID = 0x22, .cell_max = 4200, .cell_min = 2800 };

void bms_task(void *parameters);

#ifdef __cplusplus
}
#endif
#endif
