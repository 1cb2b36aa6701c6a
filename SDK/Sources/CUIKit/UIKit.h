#ifndef TORPOR_UIKIT_H
#define TORPOR_UIKIT_H

#include "UIApplication.h"

#endif
