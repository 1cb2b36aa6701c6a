/// The pushes handed to one connection of a device and not acknowledged: values in, a verdict out.
///
/// A device remembers pushes that it was handed, to recognise a repetition; the number in transit is therefore limited,
/// and further pushes wait for acknowledgements.
struct HandoverWindow: Sendable {
  /// An app in one environment.
  struct App: Hashable, Sendable {
    let topic: String
    let environment: Environment
  }

  /// The maximum for one app: half of what every device remembers (docs/push-gateway.md).
  static let appMax = 16
  /// The maximum for all apps together: as many as fit in the buffer of a socket.
  static let deviceMax = 64

  /// The maximum for one channel of Web Push: a device delivers its messages one after the other.
  static let channelMax = 4
  /// The maximum for all channels together, separate from apps, because calls for apps must not wait for them.
  static let channelsMax = 32

  private let appMax, deviceMax: Int
  private var apps: [Int64: App] = [:]
  private var counts: [App: Int] = [:]
  /// The apps with pushes that wait only for space.
  private var behind: Set<App> = []

  init(appMax: Int = HandoverWindow.appMax, deviceMax: Int = HandoverWindow.deviceMax) {
    (self.appMax, self.deviceMax) = (appMax, deviceMax)
  }

  /// Whether it is equivalent to a new one.
  var isIdle: Bool { apps.isEmpty && behind.isEmpty }

  var isFull: Bool { apps.count >= deviceMax }

  func contains(_ version: Int64) -> Bool { apps[version] != nil }

  func hasRoom(for app: App) -> Bool { !isFull && counts[app, default: 0] < appMax }

  /// Returns whether a push of the app waits only for space: later pushes wait behind it.
  func isBehind(_ app: App) -> Bool { behind.contains(app) }

  mutating func noteBehind(_ app: App) { behind.insert(app) }

  /// Resets the waiting apps because all waiting pushes are about to be examined.
  mutating func forgetBehind() { behind = [] }

  mutating func take(_ version: Int64, _ app: App) {
    guard apps.updateValue(app, forKey: version) == nil else { return }
    counts[app, default: 0] += 1
  }

  /// Records an acknowledgement; returns whether to look for pushes that wait for space, which is not done at each one.
  mutating func giveBack(_ version: Int64) -> Bool {
    guard let app = apps.removeValue(forKey: version) else { return false }
    let left = counts[app, default: 1] - 1
    counts[app] = left == 0 ? nil : left
    return !behind.isEmpty && left <= appMax / 2 && apps.count <= deviceMax / 2
  }
}
