internal import Foundation

/// Guards what several threads use; nothing of the app's runs within it.
final class Lock: @unchecked Sendable {
  private let lock = NSLock()

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}

/// A value that closures share.
final class Box<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// Has one thread at a time hand values to a subscriber, which may send more of them meanwhile.
final class DeliveryLock: @unchecked Sendable {
  private let lock = NSRecursiveLock()

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
