// abi = avr
// compiler = avr-gcc
/* Hexapod robot. Written with an old editor: tabs, CRLF, Latin-1. Größe in °. */
#ifndef HEXAPOD_H
#define HEXAPOD_H
#include <stdint.h>
#include <stdio.h>

#define LEGS	6
#define JOINTS	3

typedef struct struct_legs {
	uint8_t	length;		//1
	uint8_t	ID;		//2
	int8_t	angle[LEGS][JOINTS];	//20	@rule: expr=angle * 90 / 127; unit=°
	uint8_t	contact;	//21	one bit a leg \
					with the left front one lowest
	uint16_t	voltage;	//23	@rule: expr=voltage / 1000; unit=V
	uint8_t	ck;		//24
} Tstruct_legs;

Tstruct_legs legs = {24, 0xD0}, legs_copy;
#endif
