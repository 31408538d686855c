#pragma once
#include "Arduino.h"

enum wl_status_t { WL_IDLE_STATUS, WL_CONNECTED = 3 };

class WiFiClass {
 public:
  wl_status_t begin(const char *, const char *) { return WL_IDLE_STATUS; }
  wl_status_t status() { return WL_CONNECTED; }
};

class WiFiClient {};

extern WiFiClass WiFi;
