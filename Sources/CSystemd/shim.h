// sd-bus of libsystemd: D-Bus without a main loop of its own. Swift uses the functions that take no
// variable number of arguments; values are read and written one by one.
#pragma once

#include <systemd/sd-bus.h>
