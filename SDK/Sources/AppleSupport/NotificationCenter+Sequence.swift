public import Foundation

extension NotificationCenter {
  /// The notifications with a name, one after the other: `for await` reads them until its task is cancelled.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    /// A notification.
    public typealias Element = Notification

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: AnyObject?

    /// The number of notifications kept for a slow reader; if there are more, the oldest are lost.
    ///
    /// 16: our choice; Apple gives no number.
    private static let keptMax = 16

    init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
      (self.center, self.name, self.object) = (center, name, object)
    }

    /// Begins to observe, until the iterator is released.
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

    /// A notification on its way to a reader.
    fileprivate struct Kept: @unchecked Sendable {
      let notification: Notification
      init(_ notification: Notification) { self.notification = notification }
    }

    /// A reader of the notifications.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var kept: AsyncStream<Kept>.AsyncIterator

      fileprivate init(_ kept: AsyncStream<Kept>.AsyncIterator) { self.kept = kept }

      /// Returns the next notification; `nil` once the task is cancelled.
      public mutating func next() async -> Notification? { await kept.next()?.notification }
    }
  }

  /// Returns the notifications with a name, one after the other, from the first request on.
  public func notifications(
    named name: Notification.Name,
    object: AnyObject? = nil
  ) -> Notifications {
    Notifications(self, name, object)
  }
}
