internal import Glibc

/// What a descriptor refers to, as the kernel tells it.
package struct DescriptorFacts: Hashable, Sendable {
  /// What kind of thing it is.
  package enum Kind: Hashable, Sendable {
    case socket, pipe, characterDevice
    /// One of the kernel's own without a name: a timer, a counter, a watch. All have the same inode.
    case anonymous
    /// An epoll instance; polling it polls whatever is in it.
    case epoll
    /// A file, a folder, a disk.
    case stored
  }

  package let kind: Kind
  /// The device and the inode: equal in two descriptors of the same socket, pipe or device, as long as
  /// one of them is open.
  package let device: UInt64
  package let inode: UInt64

  /// Looks at a descriptor of this process.
  ///
  /// - Throws: `SystemError`: `EBADF` when there is none.
  package init(of number: Int32) throws(SystemError) {
    var facts = stat()
    _ = try checking("look at", "descriptor \(number)") { fstat(number, &facts) }
    device = UInt64(facts.st_dev)
    inode = UInt64(facts.st_ino)
    switch facts.st_mode & S_IFMT {
    case S_IFSOCK: kind = .socket
    case S_IFIFO: kind = .pipe
    case S_IFCHR: kind = .characterDevice
    case 0:
      let name = Files.target(of: "/proc/self/fd/\(number)")
      kind = name == "anon_inode:[eventpoll]" ? .epoll : .anonymous
    default: kind = .stored
    }
  }
}
