package import TorporModel

/// The descriptors that are watched for an app, and the state that keeps a legacy VoIP app reachable (§7.2).
package struct AppDescriptors: KeptPerApp, Hashable, Sendable {
  /// What is watched, in the order of the requests.
  package internal(set) var held: [Descriptor] = []
  /// Whether the app once had the socket of a legacy VoIP app watched; then it is started at boot.
  package internal(set) var isLegacyVoIP = false
  package internal(set) var keepAlive: KeepAlive?
  /// When the app was last started because its process had crashed.
  var lastRelaunchAt: Instant?
  /// When it may be restarted after a crash.
  var relaunchAt: Instant?

  /// A descriptor that the daemon holds a duplicate of.
  package struct Descriptor: Hashable, Sendable, Saved {
    package let name: String
    package let purpose: DescriptorPurpose
    /// Whether the host was ordered to poll it.
    package internal(set) var isWatched = false
    /// How often in a row the app was woken for it and did not read it.
    package internal(set) var unreadWakes = 0
    /// When the last of these wakes began.
    package internal(set) var wokenAt: Instant?
    /// It was left unread, and waits for the next wake; it is not polled meanwhile.
    package internal(set) var rest: Rest?

    package struct Rest: Hashable, Sendable, Saved {
      package let until: Instant
      /// Whether its other end is gone.
      let isHungUp: Bool
    }
  }

  /// The handler that `setKeepAliveTimeout` set.
  package struct KeepAlive: Hashable, Sendable, Saved {
    package let interval: Duration
    /// When it is called next; `nil` on screen.
    package internal(set) var nextAt: Instant?
  }

  /// The maximum number of descriptors of an app; our choice.
  package static let countMax = 16
  /// The interval between wakes for a descriptor that its app has left unread once; it doubles each time.
  ///
  /// 30 s: a wake takes 10 s (§17), so wakes use at most a third of the time. Our choice.
  static let unreadSpacingMin = Duration.seconds(30)
  /// The maximum interval.
  ///
  /// 1 h: 24 wakes a day are enough for data that the app does not read. Our choice.
  static let unreadSpacingMax = Duration.seconds(3600)
  /// The least interval of keep-alives (VO2).
  package static let keepAliveMin = Duration.seconds(600)
  /// The interval between restarts of a crashing VoIP app.
  ///
  /// 10 min: one that crashes at once must not keep the device busy. Our choice.
  package static let relaunchSpacing = Duration.minutes(10)

  package init() {}

  /// The next moment at which something is due for the app.
  var nextReview: Instant? {
    var next = held.compactMap { $0.rest?.until }.min()
    for moment in [keepAlive?.nextAt, relaunchAt] {
      if let moment { next = min(next ?? moment, moment) }
    }
    return next
  }

  /// Adds a descriptor, or replaces the one of its name.
  ///
  /// Unread data stays unread: sending the descriptor again is not reading it.
  mutating func watch(_ name: String, for purpose: DescriptorPurpose) {
    var fresh = Descriptor(name: name, purpose: purpose)
    if let former = held.first(where: { $0.name == name }) {
      fresh.unreadWakes = former.unreadWakes
      fresh.wokenAt = former.wokenAt
    }
    held.removeAll { $0.name == name }
    held.append(fresh)
    if purpose == .voIP { isLegacyVoIP = true }
  }

  /// Handles the end of the process; a keep-alive may outlast it: when it is due, the app is launched for it (§10).
  ///
  /// Descriptors are closed apart.
  mutating func processEnded(_ cause: RelaunchCause, in profile: Profile) {
    if RelaunchRule.row(.voipSocket, in: profile).endsWith(cause) { keepAlive = nil }
  }

  /// The user has removed the app from the switcher (VO4, §7.3).
  mutating func forceQuit(in profile: Profile) {
    processEnded(.forceQuit, in: profile)
    guard RelaunchRule.row(.voipSocket, in: profile).endsWith(.forceQuit) else { return }
    isLegacyVoIP = false
    (lastRelaunchAt, relaunchAt) = (nil, nil)
  }
}

extension AppDescriptors.Descriptor {
  /// Whether it is to be polled while its app does not run.
  var awaitsWatching: Bool { !isWatched && rest == nil }

  /// When the app may be woken for it, if it is still unread; `nil`: at once.
  var nextWake: Instant? {
    guard let wokenAt, unreadWakes > 0 else { return nil }
    var spacing = AppDescriptors.unreadSpacingMin
    for _ in 1..<unreadWakes where spacing < AppDescriptors.unreadSpacingMax {
      spacing = spacing * 2
    }
    return wokenAt + min(spacing, AppDescriptors.unreadSpacingMax)
  }

  mutating func forgetUnread() {
    unreadWakes = 0
    wokenAt = nil
    rest = nil
  }
}

extension DescriptorPurpose {
  /// The wake reason when it is readable: its row of the relaunch table.
  var wakeReason: WakeReason {
    switch self {
    case .voIP: .voipSocket
    case .accessory: .accessory
    case .other: .descriptor
    }
  }
}
