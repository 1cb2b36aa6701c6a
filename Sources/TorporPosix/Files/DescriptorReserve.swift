internal import Glibc

/// Descriptors held back for the moment when the process has none left.
package final class DescriptorReserve {
  private let count: Int
  private var held: [Int32] = []

  /// Opens that many descriptors, as far as there are any.
  package init(count: Int) {
    self.count = count
    refill()
  }

  deinit { Descriptor.close(held) }

  /// Runs the body with the reserve free for it, and takes it back after.
  package func spend<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    Descriptor.close(held)
    held = []
    defer { refill() }
    return try body()
  }

  private func refill() {
    for _ in held.count..<count {
      let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { return }
      held.append(number)
    }
  }
}
