public import Combine
public import Foundation

extension NSObject {
  /// Sends the values of a property as `observe(_:options:changeHandler:)` is told them; it never ends.
  public struct KeyValueObservingPublisher<Subject: KeyValueObservable, Value>: Publisher {
    /// A value of the property.
    public typealias Output = Value
    /// It never fails.
    public typealias Failure = Never

    /// Whose property it is; alive as long as the publisher and its subscriptions.
    public let object: Subject
    /// The property.
    public let keyPath: KeyPath<Subject, Value>
    /// Which values are sent: with `initial` also the one that there is when a subscriber comes.
    public let options: NSKeyValueObservingOptions

    /// Makes one.
    public init(
      object: Subject,
      keyPath: KeyPath<Subject, Value>,
      options: NSKeyValueObservingOptions
    ) {
      (self.object, self.keyPath, self.options) = (object, keyPath, options)
    }

    /// Has a subscriber receive the values; one that asks late receives the last one.
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
  /// Sends the values of a property.
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions = [.initial, .new]
  ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
    NSObject.KeyValueObservingPublisher(object: self, keyPath: keyPath, options: options)
  }
}
