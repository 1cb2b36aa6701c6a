internal import CTorporPosix
internal import Glibc

/// Wakes an event loop; the one thing of a loop that any thread may use.
package final class Waker: Sendable {
  private let event: Descriptor

  var number: Int32 { event.rawValue }

  init() throws(SystemError) {
    event = Descriptor(
      owning: try checking("make", "an eventfd") {
        eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
      }
    )
  }

  /// Makes the loop do a turn; several calls before it does count as one.
  package func wake() {
    var one: UInt64 = 1
    // Fails only when the counter is full, and then the loop wakes in any case.
    _ = write(event.rawValue, &one, 8)
  }
}
