internal import Synchronization
internal import Torpor

/// What this process has scheduled lately, by its identifier: an answer names the notification, and a tap has removed
/// it from the list by then.
struct ScheduledContents {
  /// As many as older systems keep waiting; the system keeps 64 (our choice).
  static let countMax = 128
  static let shared = Mutex(ScheduledContents())

  private var requests: [String: NotificationRequest] = [:]
  private var order: [String] = []

  /// Remembers a request, and forgets the oldest one where there are too many.
  mutating func remember(_ request: NotificationRequest) {
    order.removeAll { $0 == request.identifier }
    order.append(request.identifier)
    requests[request.identifier] = request
    if order.count > Self.countMax { requests[order.removeFirst()] = nil }
  }

  /// The request of that name; `nil` where another process has scheduled it.
  func request(_ identifier: String) -> NotificationRequest? { requests[identifier] }
}
