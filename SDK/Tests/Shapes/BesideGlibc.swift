// A file of a package for all platforms, which trusts the C library's variables.
@preconcurrency import Glibc

func warn(_ text: String) { fputs(text, stderr) }
