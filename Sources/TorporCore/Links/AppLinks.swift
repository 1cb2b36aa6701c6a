package import TorporModel

/// What connects one app with the world outside: accessories, Bluetooth, descriptors.
package struct AppLinks: Hashable, Sendable, Codable {
  /// Accessories with an open session, in the order of their opening.
  package internal(set) var accessories: [String] = []
  /// Connected accessories of whose end the app was told by the hang-up of their line.
  var hungUp: [String] = []
  /// What the app asked of Bluetooth, in that order.
  package internal(set) var bluetooth: [BluetoothLink] = []
  /// Callbacks of Bluetooth that no mode wakes the app for; told when it runs again, oldest first.
  var untold: [BluetoothCallback] = []
  /// Requests of centrals that the app owes an answer, oldest first.
  package internal(set) var centralRequests: [CentralRequestIdentifier] = []
  /// What the app has handed over, in that order.
  package internal(set) var descriptors: [Descriptor] = []
  /// Whether the app once handed over the socket of a legacy VoIP app; it is started at boot then.
  package internal(set) var isLegacyVoIP = false
  package internal(set) var keepAlive: KeepAlive?
  /// When the app was last started because its process had crashed.
  var lastRelaunchAt: Instant?
  /// When it may be started again for that.
  var relaunchAt: Instant?

  package init() {}

  /// A descriptor that the daemon holds a duplicate of.
  package struct Descriptor: Hashable, Sendable, Codable {
    package let name: String
    package let purpose: DescriptorPurpose
    /// Whether the host was told to poll it.
    package internal(set) var isWatched = false
    /// How often in a row the app was woken for it and did not read it.
    package internal(set) var unreadWakes = 0
    /// When the last of these wakes began.
    package internal(set) var wokenAt: Instant?
    /// It was left unread, and waits for the next wake; it is not polled meanwhile.
    package internal(set) var rest: Rest?

    package struct Rest: Hashable, Sendable, Codable {
      package let until: Instant
      /// Whether its other end is gone.
      let isHungUp: Bool
    }
  }

  /// A request to Bluetooth that is pending or was answered.
  package struct BluetoothLink: Hashable, Sendable, Codable {
    package enum Kind: Hashable, Sendable, Codable {
      case connection(peripheral: String)
      case scan(services: [String])
      case advertising(services: [String])
      case publishing(services: [PeripheralService])
    }
    package let kind: Kind
    /// Of the manager that asked; `nil`: the request ends with the process.
    package let restoreIdentifier: String?
    /// Whether the peripheral is connected for the app.
    package internal(set) var isConnected = false
    /// Characteristics of the peripheral whose changes the app is told, in the order of its asking.
    package internal(set) var subscriptions: [String] = []
    /// Peripherals that a scan has reported; duplicates are ignored in the background.
    var discovered: [String] = []
  }

  /// The handler that `setKeepAliveTimeout` set.
  package struct KeepAlive: Hashable, Sendable, Codable {
    package let interval: Duration
    /// When it is called next; `nil` on screen.
    package internal(set) var nextAt: Instant?
  }

  /// The most of each kind that an app may have; our choice.
  package static let countMax = 16
  /// The most callbacks of Bluetooth that wait for an app; our choice.
  static let untoldMax = 64
  /// How far apart wakes begin for a descriptor that its app has left unread once; then twice as far each time.
  ///
  /// 30 s: a wake is 10 s (§17), so that a third of the time is the most. Our choice.
  static let unreadSpacingMin = Duration.seconds(30)
  /// The most that they are apart.
  ///
  /// 1 h: 24 wakes in a day tell the app often enough of what it does not read. Our choice.
  static let unreadSpacingMax = Duration.seconds(3600)
  /// The most requests of centrals that wait for one app: as many as calls of a client; our choice.
  package static let centralRequestsMax = 64
  /// The most characteristics of one peripheral that an app is told of; our choice.
  package static let subscriptionsMax = 64
  /// The least interval of keep-alives (VO2).
  package static let keepAliveMin = Duration.seconds(600)
  /// How far apart a crashing VoIP app is started again.
  ///
  /// 10 min: one that crashes at once must not keep the device busy. Our choice.
  package static let relaunchSpacing = Duration.minutes(10)

  var isEmpty: Bool {
    accessories.isEmpty && hungUp.isEmpty && bluetooth.isEmpty && descriptors.isEmpty
      && !isLegacyVoIP
      && keepAlive == nil
  }

  /// What ends with the process is in the relaunch table; descriptors are closed apart.
  mutating func processEnded(_ cause: RelaunchCause, in profile: Profile) {
    func ends(_ reason: WakeReason) -> Bool {
      RelaunchRule.row(reason, in: profile).endsWith(cause)
    }
    if ends(.accessory) { accessories = [] }
    hungUp = []
    untold = []
    centralRequests = []
    bluetooth.removeAll { ends($0.restoreIdentifier == nil ? .bluetooth : .bluetoothRestoring) }
    for index in bluetooth.indices { bluetooth[index].discovered = [] }
    // It runs on for an app that is not there: when it is due, the app is launched for it (§10).
    if ends(.voipSocket) { keepAlive = nil }
  }

  /// The user has removed the app from the switcher (VO4, §7.3).
  mutating func forceQuit(in profile: Profile) {
    processEnded(.forceQuit, in: profile)
    guard RelaunchRule.row(.voipSocket, in: profile).endsWith(.forceQuit) else { return }
    isLegacyVoIP = false
    (lastRelaunchAt, relaunchAt) = (nil, nil)
  }
}
