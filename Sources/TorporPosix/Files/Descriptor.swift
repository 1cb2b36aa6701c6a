internal import CTorporPosix
internal import Glibc

/// A file descriptor with one owner, closed when the owner goes away.
package struct Descriptor: ~Copyable {
  /// The number; valid as long as the owner lives.
  package let rawValue: Int32

  /// Takes over a descriptor that is not closed elsewhere.
  package init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    // The result is of no use: Linux frees the number whatever close(2) says, EINTR included.
    _ = Glibc.close(rawValue)
  }

  /// Hands the number to the caller, who closes it from now on.
  package consuming func release() -> Int32 {
    let number = rawValue
    discard self
    return number
  }

  /// A second descriptor for the same thing, closed on exec.
  ///
  /// - Throws: `SystemError` when the process has no descriptor left.
  package borrowing func duplicate() throws(SystemError) -> Descriptor {
    let number = rawValue
    let copy = try checking("duplicate", "descriptor \(number)") {
      fcntl(number, F_DUPFD_CLOEXEC, 3)
    }
    return Descriptor(owning: copy)
  }

  /// Writes a short text in one call, as kernel files want it.
  ///
  /// - Throws: `SystemError` naming the subject.
  package borrowing func writeOnce(_ text: String, subject: String) throws(SystemError) {
    let number = rawValue
    var text = text
    _ = try checking("write to", subject) {
      text.withUTF8 { write(number, $0.baseAddress, $0.count) }
    }
  }

  /// Writes a short text at an offset in one call, wherever the last write ended.
  ///
  /// - Throws: `SystemError` naming the subject.
  package borrowing func writeOnce(
    _ text: String,
    at offset: Int,
    subject: String
  ) throws(SystemError) {
    let number = rawValue
    var text = text
    _ = try checking("write to", subject) {
      text.withUTF8 { pwrite(number, $0.baseAddress, $0.count, offset) }
    }
  }

  /// Closes descriptors that came from outside and have no owner.
  package static func close(_ numbers: [Int32]) {
    for number in numbers { _ = Glibc.close(number) }
  }

  /// Makes reads and writes return at once instead of waiting.
  ///
  /// - Throws: `SystemError` when the number is no descriptor.
  package borrowing func makeNonBlocking() throws(SystemError) {
    let number = rawValue
    let flags = try checking("read the flags of", "descriptor \(number)") { fcntl(number, F_GETFL) }
    _ = try checking("set the flags of", "descriptor \(number)") {
      fcntl(number, F_SETFL, flags | O_NONBLOCK)
    }
  }
}

/// The two ends of a pipe or of a pair of connected sockets.
package struct DescriptorPair: ~Copyable {
  package let first: Descriptor
  package let second: Descriptor

  /// Two connected Unix stream sockets, closed on exec.
  ///
  /// - Throws: `SystemError` when the process has no descriptors left.
  package static func sockets() throws(SystemError) -> DescriptorPair {
    var numbers: (Int32, Int32) = (-1, -1)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    _ = try checking("make", "a pair of sockets") {
      withUnsafeMutablePointer(to: &numbers) { pair in
        pair.withMemoryRebound(to: Int32.self, capacity: 2) { socketpair(AF_UNIX, kind, 0, $0) }
      }
    }
    return DescriptorPair(
      first: Descriptor(owning: numbers.0),
      second: Descriptor(owning: numbers.1)
    )
  }

  /// A pipe, closed on exec: `first` is read, `second` is written.
  ///
  /// - Throws: `SystemError` when the process has no descriptors left.
  package static func pipe() throws(SystemError) -> DescriptorPair {
    var numbers: (Int32, Int32) = (-1, -1)
    let code = withUnsafeMutablePointer(to: &numbers) { pair in
      pair.withMemoryRebound(to: Int32.self, capacity: 2) { torpor_pipe($0) }
    }
    _ = try checkingNegated("make", "a pipe", code)
    return DescriptorPair(
      first: Descriptor(owning: numbers.0),
      second: Descriptor(owning: numbers.1)
    )
  }

  /// Takes the pair apart.
  package consuming func take() -> (first: Int32, second: Int32) {
    let ends = (first.release(), second.release())
    return ends
  }
}
