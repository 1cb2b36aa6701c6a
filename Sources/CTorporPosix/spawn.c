#include "CTorporPosix.h"
