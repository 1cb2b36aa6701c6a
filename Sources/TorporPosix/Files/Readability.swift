internal import CTorporPosix

/// Whether something lies in a descriptor to be read, and how much.
package struct Readability: Hashable, Sendable {
  /// Whether it can be read now, or its other end is gone.
  package let isReadable: Bool
  /// Whether its other end is gone.
  package let isHungUp: Bool
  /// What lies in it; `nil` where the kernel does not say, as of timers, of hidraw devices and of
  /// sockets that listen.
  package let bytes: Int64?

  /// Looks at a descriptor of this process, and does not wait.
  package init(of number: Int32) {
    var isReadable = false
    var isHungUp = false
    torpor_readability(number, &isReadable, &isHungUp)
    self.isReadable = isReadable
    self.isHungUp = isHungUp
    let count = torpor_unread_bytes(number)
    bytes = count < 0 ? nil : count
  }

  /// Whether nobody has read from it, as far as can be told, since it was so: it is readable, no less lies
  /// in it, and its other end is where it was.
  package func isUnread(since before: Readability) -> Bool {
    guard isReadable, isHungUp == before.isHungUp else { return false }
    guard let bytes, let former = before.bytes else { return true }
    return bytes >= former
  }
}
