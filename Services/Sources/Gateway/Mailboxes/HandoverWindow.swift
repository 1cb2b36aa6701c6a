/// What one connection of a device was handed and has not acknowledged: values in, a verdict out.
///
/// A device remembers what it was handed, to know a repeat; so there is a bound to how much is under way, and what
/// is beyond waits for acknowledgements.
struct HandoverWindow: Sendable {
  /// An app in one environment.
  struct App: Hashable, Sendable {
    let topic: String
    let environment: Environment
  }

  /// Of one app: half of what a device remembers at least (docs/push-gateway.md).
  static let appMax = 16
  /// Of all apps together: what fits the buffer of a socket.
  static let deviceMax = 64

  /// Of one channel of Web Push: a device hands its messages over one after the other.
  static let channelMax = 4
  /// Of all channels together, apart from apps, whose calls are not to wait for them.
  static let channelsMax = 32

  private let appMax, deviceMax: Int
  private var apps: [Int64: App] = [:]
  private var counts: [App: Int] = [:]
  /// The apps of which something waits only for room.
  private var behind: Set<App> = []

  init(appMax: Int = HandoverWindow.appMax, deviceMax: Int = HandoverWindow.deviceMax) {
    (self.appMax, self.deviceMax) = (appMax, deviceMax)
  }

  /// Whether it is as a new one.
  var isIdle: Bool { apps.isEmpty && behind.isEmpty }

  var isFull: Bool { apps.count >= deviceMax }

  func contains(_ version: Int64) -> Bool { apps[version] != nil }

  func hasRoom(for app: App) -> Bool { !isFull && counts[app, default: 0] < appMax }

  /// Whether something of the app waits only for room: what comes then waits behind it.
  func isBehind(_ app: App) -> Bool { behind.contains(app) }

  mutating func noteBehind(_ app: App) { behind.insert(app) }

  /// All that waits is about to be looked at.
  mutating func forgetBehind() { behind = [] }

  mutating func take(_ version: Int64, _ app: App) {
    guard apps.updateValue(app, forKey: version) == nil else { return }
    counts[app, default: 0] += 1
  }

  /// Notes an acknowledgement; whether it is time to look for what waits for room: not at each one.
  mutating func giveBack(_ version: Int64) -> Bool {
    guard let app = apps.removeValue(forKey: version) else { return false }
    let left = counts[app, default: 1] - 1
    counts[app] = left == 0 ? nil : left
    return !behind.isEmpty && left <= appMax / 2 && apps.count <= deviceMax / 2
  }
}
