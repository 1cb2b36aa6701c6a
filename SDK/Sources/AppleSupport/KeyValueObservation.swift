internal import Dispatch
public import Foundation

// Key-value observing needs the runtime of Objective-C, which sees each change of a property. Here, the values of a few
// classes are compared at short intervals.

/// The values that an observer of a property receives.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Makes a set of options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The previous value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The current value, at once.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// A notification before each change; never sent here.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of change to a property.
public enum NSKeyValueChange: UInt, Sendable {
  /// The property has another value.
  case setting = 1
  /// An element was inserted; never used here.
  case insertion = 2
  /// An element was removed; never used here.
  case removal = 3
  /// An element was replaced; never used here.
  case replacement = 4
}

/// A change of a property.
public struct NSKeyValueObservedChange<Value> {
  /// The kind of change.
  public let kind: NSKeyValueChange
  /// The new value, if it was requested.
  public let newValue: Value?
  /// The previous value, if it was requested.
  public let oldValue: Value?
  /// The positions of the change; never set here.
  public let indexes: IndexSet?
  /// Whether the change is still to come; never set here.
  public let isPrior: Bool

  init(new: Value?, old: Value?) {
    (kind, newValue, oldValue, indexes, isPrior) = (.setting, new, old, nil, false)
  }
}

/// An observer of a property, until it is released or invalidated.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
  private let lock = NSLock()
  private var timer: (any DispatchSourceTimer)?

  /// The milliseconds between two checks of the value: ten per second, the rate at which people see a progress bar move
  /// (our choice).
  private static let intervalMilliseconds = 100
  private static let queue = DispatchQueue(label: "io.torpor.sdk.observations")

  fileprivate init(looking look: @escaping () -> Bool) {
    super.init()
    // The closure is used only by the queue.
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

/// A class whose properties can be observed because they can be read safely on any thread.
public protocol KeyValueObservable: AnyObject {}

extension Progress: KeyValueObservable {}
extension URLSessionTask: KeyValueObservable {}
extension Operation: KeyValueObservable {}
extension OperationQueue: KeyValueObservable {}
extension UserDefaults: KeyValueObservable {}

extension KeyValueObservable {
  /// Calls a closure when a property has another value, on a separate queue.
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

/// Whether both are equal: both are nil, errors with the same domain and number, or the same object; other values that
/// cannot be compared are never equal.
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

/// Returns the value of an optional; `nil` if it has none.
private func unwrapped(_ value: Any) -> Any? {
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .optional ? mirror.children.first?.value : value
}
