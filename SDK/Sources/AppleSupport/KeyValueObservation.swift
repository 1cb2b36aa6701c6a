internal import Dispatch
public import Foundation

// Key-value observing needs Objective-C's runtime, which sees each change of a property. Here the values of a few classes
// are compared in short intervals.

/// What an observer of a property is told.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Makes a set of options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The value before.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The value that there is now, at once.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// Before each change; never here.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// What has happened to a property.
public enum NSKeyValueChange: UInt, Sendable {
  /// It has another value.
  case setting = 1
  /// Something was put into it; never here.
  case insertion = 2
  /// Something was removed from it; never here.
  case removal = 3
  /// Something in it was replaced; never here.
  case replacement = 4
}

/// A change of a property.
public struct NSKeyValueObservedChange<Value> {
  /// What has happened.
  public let kind: NSKeyValueChange
  /// The value; where it was asked for.
  public let newValue: Value?
  /// The value before; where it was asked for.
  public let oldValue: Value?
  /// Where something has changed; never here.
  public let indexes: IndexSet?
  /// Whether the change is still to come; never here.
  public let isPrior: Bool

  init(new: Value?, old: Value?) {
    (kind, newValue, oldValue, indexes, isPrior) = (.setting, new, old, nil, false)
  }
}

/// An observer of a property, until it goes or is invalidated.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
  private let lock = NSLock()
  private var timer: (any DispatchSourceTimer)?

  /// The milliseconds between two looks at the value: ten times a second, as often as people see a bar move (our choice).
  private static let intervalMilliseconds = 100
  private static let queue = DispatchQueue(label: "io.torpor.sdk.observations")

  fileprivate init(looking look: @escaping () -> Bool) {
    super.init()
    // The closure is used by the queue only.
    nonisolated(unsafe) let look = look
    let timer = DispatchSource.makeTimerSource(queue: Self.queue)
    timer.schedule(
      deadline: .now() + .milliseconds(Self.intervalMilliseconds),
      repeating: .milliseconds(Self.intervalMilliseconds)
    )
    timer.setEventHandler { [weak self] in
      if !look() { self?.invalidate() }
    }
    self.timer = timer
    timer.resume()
  }

  deinit { timer?.cancel() }

  /// Ends the observation.
  public func invalidate() {
    let timer = lock.withLock { self.timer.take() }
    timer?.cancel()
  }
}

/// A class whose properties can be observed: reading them is safe on any thread.
public protocol KeyValueObservable: AnyObject {}

extension Progress: KeyValueObservable {}
extension URLSessionTask: KeyValueObservable {}
extension Operation: KeyValueObservable {}
extension OperationQueue: KeyValueObservable {}
extension UserDefaults: KeyValueObservable {}

extension KeyValueObservable {
  /// Has a closure told when a property has another value; on a queue of its own.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    func change(_ new: Value, _ old: Value?) -> NSKeyValueObservedChange<Value> {
      NSKeyValueObservedChange(
        new: options.contains(.new) ? new : nil,
        old: options.contains(.old) ? old : nil
      )
    }
    var last = self[keyPath: keyPath]
    if options.contains(.initial) { changeHandler(self, change(last, nil)) }
    return NSKeyValueObservation { [weak self] in
      guard let self else { return false }
      let value = self[keyPath: keyPath]
      guard !isSame(value, last) else { return true }
      let before = last
      last = value
      changeHandler(self, change(value, before))
      return true
    }
  }
}

/// Whether both are equal: nothing and nothing, errors of one domain and number, the same object; other values that cannot
/// be compared never are.
private func isSame(_ one: Any, _ other: Any) -> Bool {
  func isEqual<Value: Equatable>(_ one: Value) -> Bool { one == other as? Value }
  if let one = one as? any Equatable { return isEqual(one) }
  switch (unwrapped(one), unwrapped(other)) {
  case (nil, nil): return true
  case (let one as any Error, let other as any Error):
    let (one, other) = (one as NSError, other as NSError)
    return one.domain == other.domain && one.code == other.code
  case (let one?, let other?):
    let isObject = type(of: one) is AnyClass && type(of: other) is AnyClass
    return isObject && (one as AnyObject) === (other as AnyObject)
  default: return false
  }
}

/// What an optional has; `nil`: it has nothing.
private func unwrapped(_ value: Any) -> Any? {
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .optional ? mirror.children.first?.value : value
}
