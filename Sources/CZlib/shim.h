// zlib, for pictures: deflate and the checksum of PNG.
#pragma once

#include <zlib.h>
