// abi = avr
// compiler = avr-gcc
/* ATmega328 on the cell board: small, and written in plain C. */
#ifndef CELLS_H
#define CELLS_H
#include <stdint.h>

enum { CELLS = 6, TEMPERATURES = CELLS / 2 };
#define ADC_BITS 10
#define SAMPLE(name) unsigned name : ADC_BITS

struct reading { SAMPLE(a); SAMPLE(b); unsigned overflow : 1; };

struct struct_cells {
    unsigned char length;
    unsigned char ID;
    unsigned int cell[CELLS];            /* @rule: expr=cell * 5 / 1023; unit=V */
    signed char temperature[TEMPERATURES]; /* @rule: unit=°C */
    struct reading reading;
    long charge;                         /* @rule: expr=charge / 3600; unit=Ah */
    double soc;                          /* @rule: name=state_of_charge; expr=soc * 100; unit=% */
    unsigned char ck;
} cells = { 29, 7 };
#endif
