public import Combine
public import Foundation

extension NSObject {
  /// Sends the values of a property that `observe(_:options:changeHandler:)` would report; it never ends.
  public struct KeyValueObservingPublisher<Subject: KeyValueObservable, Value>: Publisher {
    /// A value of the property.
    public typealias Output = Value
    /// It never fails.
    public typealias Failure = Never

    /// The object with the property; it is kept alive by the publisher and its subscriptions.
    public let object: Subject
    /// The property.
    public let keyPath: KeyPath<Subject, Value>
    /// The values that are sent: with `initial`, also the current one when a subscriber subscribes.
    public let options: NSKeyValueObservingOptions

    /// Makes a publisher.
    public init(
      object: Subject,
      keyPath: KeyPath<Subject, Value>,
      options: NSKeyValueObservingOptions
    ) {
      (self.object, self.keyPath, self.options) = (object, keyPath, options)
    }

    /// Subscribes a subscriber to the values; if its demand comes late, it receives the last value.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      let last = CurrentValueSubject<Value?, Never>(nil)
      let observation = object.observe(keyPath, options: options.union(.new)) { _, change in
        if let value = change.newValue { last.send(value) }
      }
      let object = object
      last.compactMap { $0 }
        .handleEvents(receiveCancel: {
          observation.invalidate()
          withExtendedLifetime(object) {}
        })
        .receive(subscriber: subscriber)
    }
  }
}

extension KeyValueObservable {
  /// Returns a publisher that sends the values of a property.
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions = [.initial, .new]
  ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
    NSObject.KeyValueObservingPublisher(object: self, keyPath: keyPath, options: options)
  }
}
