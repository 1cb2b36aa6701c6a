#include "CAppleRuntime.h"

#include <malloc.h>

void torpor_give_back_memory(void) { malloc_trim(0); }
