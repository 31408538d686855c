// abi = x86-64
// compiler = gcc
// Wave buoy: the gateway on board runs Linux.
#pragma once
#include <linux/types.h>
#include <unistd.h>

#define BUOY_ID_STATUS 0x10
#define BUOY_ID_WAVES  (BUOY_ID_STATUS + 1)

union buoy_time { __u32 seconds; __u8 bytes[4]; };

struct struct_status {
	__u8 length;
	__u8 ID;
	__u16 voltage;			// 4 @rule: expr=voltage/1000; unit=V
	union buoy_time time;		// 8
	char name[16];			// 24
	__s32 lat, lon;			// 32
	unsigned long uptime;		// 40 @rule: unit=s
	long long drift;		// 48
	_Bool leak;			// 49
};

struct struct_waves {
	__u8 length;
	__u8 ID;
	__u16 count;
	double height, period;		// @rule: unit=m
	struct { float frequency; float density; } spectrum[3];
	__u8 quality;
};

static const struct struct_status status = { 56, BUOY_ID_STATUS, .name = "buoy" "-1", .time.seconds = 1 };
static const struct struct_waves waves = { 56, BUOY_ID_WAVES, 0, 0.0, 0.0, { { 0.1f, 1 }, { 0.2f, 2 }, { 0.3f, 3 } }, 'A' };

int buoy_open(const char *device);
