#include "stand-in.h"
