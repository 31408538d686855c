/* What a test needs of AUTOSAR. */
#pragma once
typedef unsigned char boolean;
typedef signed char sint8;
typedef unsigned char uint8;
typedef short sint16;
typedef unsigned short uint16;
typedef long sint32;
typedef unsigned long uint32;
typedef float float32;
typedef double float64;
