#pragma once

#include <stddef.h>

// Has freed memory at the end of each arena stay with the process up to so many bytes, for what is allocated next.
//
// glibc's own limit of 128 KiB gives memory back, and takes it anew, for each push: two system calls with an interrupt
// of all processors that run threads of the process.
void torpor_keep_freed_memory(size_t bytes);

// The bytes that the process has of its allocator just now, in all arenas and in maps of their own.
size_t torpor_allocated_bytes(void);
