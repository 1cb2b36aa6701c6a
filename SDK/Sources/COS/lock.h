#ifndef TORPOR_OS_LOCK_H
#define TORPOR_OS_LOCK_H
#endif
