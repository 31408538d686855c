#include "../stand-in.h"
