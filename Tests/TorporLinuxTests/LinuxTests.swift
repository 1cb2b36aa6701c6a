import Testing

/// Everything here shares one kernel: the descriptors, the umask and the children of one process.
///
/// Tests that run one after the other cannot disturb each other.
@Suite("On Linux", .serialized)
struct LinuxTests {}
