public import Foundation

extension NotificationCenter {
  /// The notifications of a name, one after the other: `for await` reads them, until its task is cancelled.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    /// A notification.
    public typealias Element = Notification

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: AnyObject?

    /// How many are kept for one who reads slowly; of more the oldest are lost.
    ///
    /// 16: our choice; Apple names none.
    private static let keptMax = 16

    init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
      (self.center, self.name, self.object) = (center, name, object)
    }

    /// Begins to observe, until the iterator goes.
    public func makeAsyncIterator() -> AsyncIterator {
      let center = center
      let (stream, feed) = AsyncStream<Kept>.makeStream(
        bufferingPolicy: .bufferingNewest(Self.keptMax)
      )
      nonisolated(unsafe) let token = center.addObserver(forName: name, object: object, queue: nil)
      {
        feed.yield(Kept($0))
      }
      feed.onTermination = { _ in center.removeObserver(token as Any) }
      return AsyncIterator(stream.makeAsyncIterator())
    }

    /// A notification on its way to whoever reads.
    fileprivate struct Kept: @unchecked Sendable {
      let notification: Notification
      init(_ notification: Notification) { self.notification = notification }
    }

    /// Reads the notifications.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var kept: AsyncStream<Kept>.AsyncIterator

      fileprivate init(_ kept: AsyncStream<Kept>.AsyncIterator) { self.kept = kept }

      /// The next notification; `nil` once the task is cancelled.
      public mutating func next() async -> Notification? { await kept.next()?.notification }
    }
  }

  /// The notifications of a name, one after the other, from when they are first asked for.
  public func notifications(
    named name: Notification.Name,
    object: AnyObject? = nil
  ) -> Notifications {
    Notifications(self, name, object)
  }
}
