internal import Synchronization
internal import Torpor

/// The requests that this process has scheduled recently, by identifier: a response only names the notification, and by
/// then a tap has removed it from the list.
struct ScheduledContents {
  /// As many as older systems keep waiting; the system keeps 64 (our choice).
  static let countMax = 128
  static let shared = Mutex(ScheduledContents())

  private var requests: [String: NotificationRequest] = [:]
  private var order: [String] = []

  /// Stores a request, and removes the oldest one if there are too many.
  mutating func remember(_ request: NotificationRequest) {
    order.removeAll { $0 == request.identifier }
    order.append(request.identifier)
    requests[request.identifier] = request
    if order.count > Self.countMax { requests[order.removeFirst()] = nil }
  }

  /// Returns the request with that identifier; `nil` if another process has scheduled it.
  func request(_ identifier: String) -> NotificationRequest? { requests[identifier] }
}
