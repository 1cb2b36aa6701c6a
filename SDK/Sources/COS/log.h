#ifndef TORPOR_OS_LOG_H
#define TORPOR_OS_LOG_H
#endif
