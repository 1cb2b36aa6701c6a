public import Foundation

extension NotificationCenter {
  /// Sends the notifications with a name.
  public struct Publisher: Combine.Publisher, Sendable {
    /// A notification.
    public typealias Output = Notification
    /// It never fails.
    public typealias Failure = Never

    /// The center to which they are posted.
    public let center: NotificationCenter
    /// Their name.
    public let name: Notification.Name
    /// The object that posts them; `nil`: any.
    public nonisolated(unsafe) let object: AnyObject?

    /// Makes a publisher.
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      (self.center, self.name, self.object) = (center, name, object)
    }

    /// Subscribes a subscriber, which receives them on the thread that posts.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Notification, S.Failure == Never {
      let subject = PassthroughSubject<Notification, Never>()
      nonisolated(unsafe) let token = center.addObserver(forName: name, object: object, queue: nil)
      {
        subject.send($0)
      }
      let center = center
      subject.handleEvents(receiveCancel: { center.removeObserver(token as Any) })
        .receive(subscriber: subscriber)
    }
  }

  /// Returns a publisher that sends the notifications with a name.
  public func publisher(
    for name: Notification.Name,
    object: AnyObject? = nil
  ) -> NotificationCenter.Publisher {
    NotificationCenter.Publisher(center: self, name: name, object: object)
  }
}

extension Foundation.Timer {
  /// Sends the date repeatedly once it is connected.
  public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
    /// The date at which it fires.
    public typealias Output = Date
    /// It never fails.
    public typealias Failure = Never

    /// The seconds between two dates.
    public let interval: TimeInterval
    /// The maximum delay.
    public let tolerance: TimeInterval?
    /// The run loop in which it fires.
    public let runLoop: RunLoop
    /// The mode in which it fires.
    public let mode: RunLoop.Mode
    private let subject = PassthroughSubject<Date, Never>()

    /// Makes a publisher.
    public init(
      interval: TimeInterval,
      tolerance: TimeInterval? = nil,
      runLoop: RunLoop,
      mode: RunLoop.Mode
    ) {
      (self.interval, self.tolerance, self.runLoop, self.mode) = (
        interval, tolerance, runLoop, mode
      )
    }

    /// Subscribes a subscriber to the dates.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
      subject.receive(subscriber: subscriber)
    }

    /// Begins to send, until the result is cancelled.
    public func connect() -> any Cancellable {
      let subject = subject
      nonisolated(unsafe) let timer = Foundation.Timer(
        fire: Date(timeIntervalSinceNow: interval),
        interval: interval,
        repeats: true
      ) { _ in subject.send(Date()) }
      if let tolerance { timer.tolerance = tolerance }
      runLoop.add(timer, forMode: mode)
      return AnyCancellable { timer.invalidate() }
    }
  }

  /// Returns a publisher that sends the date repeatedly once it is connected.
  public static func publish(
    every interval: TimeInterval,
    tolerance: TimeInterval? = nil,
    on runLoop: RunLoop,
    in mode: RunLoop.Mode,
    options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode)
  }
}
