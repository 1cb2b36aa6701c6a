public import Foundation

extension NotificationCenter {
  /// Sends the notifications of a name.
  public struct Publisher: Combine.Publisher, Sendable {
    /// A notification.
    public typealias Output = Notification
    /// It never fails.
    public typealias Failure = Never

    /// Where they are posted.
    public let center: NotificationCenter
    /// Their name.
    public let name: Notification.Name
    /// Who posts them; `nil`: whoever does.
    public nonisolated(unsafe) let object: AnyObject?

    /// Makes one.
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      (self.center, self.name, self.object) = (center, name, object)
    }

    /// Has a subscriber receive them, on the thread that posts.
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

  /// Sends the notifications of a name.
  public func publisher(
    for name: Notification.Name,
    object: AnyObject? = nil
  ) -> NotificationCenter.Publisher {
    NotificationCenter.Publisher(center: self, name: name, object: object)
  }
}

extension Foundation.Timer {
  /// Sends the date again and again once it is connected.
  public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
    /// When it fires.
    public typealias Output = Date
    /// It never fails.
    public typealias Failure = Never

    /// The seconds between two dates.
    public let interval: TimeInterval
    /// By how much it may be late.
    public let tolerance: TimeInterval?
    /// Where it fires.
    public let runLoop: RunLoop
    /// In which mode.
    public let mode: RunLoop.Mode
    private let subject = PassthroughSubject<Date, Never>()

    /// Makes one.
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

    /// Has a subscriber receive the dates.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
      subject.receive(subscriber: subscriber)
    }

    /// Begins, until the result is cancelled.
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

  /// Sends the date again and again once it is connected.
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
