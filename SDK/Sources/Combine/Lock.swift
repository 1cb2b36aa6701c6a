internal import Foundation

/// A lock for state that several threads use; none of the app's code runs within it.
final class Lock: @unchecked Sendable {
  private let lock = NSLock()

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}

/// A value shared by closures.
final class Box<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// A lock that lets one thread at a time pass values to a subscriber, which may send more values meanwhile.
final class DeliveryLock: @unchecked Sendable {
  private let lock = NSRecursiveLock()

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
