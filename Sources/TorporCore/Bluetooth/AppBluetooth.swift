package import TorporModel

/// The state of one app's Bluetooth use.
package struct AppBluetooth: KeptPerApp, Hashable, Sendable {
  /// The app's requests, in order.
  package internal(set) var requests: [Request] = []
  /// Callbacks for which no mode wakes the app; sent when it runs again, oldest first.
  var pendingCallbacks: [BluetoothCallback] = []
  /// Requests of centrals that the app has not answered, oldest first.
  package internal(set) var centralRequests: [CentralRequestIdentifier] = []

  /// A request that is pending or was answered.
  package struct Request: Hashable, Sendable, Saved {
    package enum Kind: Hashable, Sendable, Saved {
      case connection(peripheral: String)
      case scan(services: [String])
      case advertising(services: [String])
      case publishing(services: [PeripheralService])
    }
    package let kind: Kind
    /// The identifier of the requesting manager; `nil`: the request ends with the process.
    package let restoreIdentifier: String?
    /// Whether the peripheral is connected for the app.
    package internal(set) var isConnected = false
    /// Characteristics of the peripheral with changes that are reported to the app, in the order of its requests.
    package internal(set) var subscriptions: [String] = []
    /// Peripherals that a scan has reported; duplicates are ignored in the background.
    var discovered: [String] = []
  }

  /// The maximum number of requests of an app; our choice.
  package static let requestsMax = 16
  /// The maximum number of callbacks that wait for an app, and of peripherals that a scan remembers; our choice.
  static let pendingCallbacksMax = 64
  /// The maximum number of requests of centrals that wait for one app: as many as calls of a client; our choice.
  package static let centralRequestsMax = 64
  /// The maximum number of characteristics of one peripheral that are reported to an app; our choice.
  package static let subscriptionsMax = 64

  package init() {}

  mutating func wait(_ callback: BluetoothCallback) {
    if pendingCallbacks.count < Self.pendingCallbacksMax { pendingCallbacks.append(callback) }
  }

  /// Ends what the relaunch table says ends with the process.
  mutating func processEnded(_ cause: RelaunchCause, in profile: Profile) {
    pendingCallbacks = []
    centralRequests = []
    requests.removeAll { request in
      let reason: WakeReason = request.restoreIdentifier == nil ? .bluetooth : .bluetoothRestoring
      return RelaunchRule.row(reason, in: profile).endsWith(cause)
    }
    for index in requests.indices { requests[index].discovered = [] }
  }
}

// The requests of an app that an event of Bluetooth answers.

extension AppBluetooth.Request.Kind {
  var isScan: Bool { if case .scan = self { true } else { false } }
  var isAdvertising: Bool { if case .advertising = self { true } else { false } }
  var isPublishing: Bool { if case .publishing = self { true } else { false } }
  /// Whether centrals can find services of the app.
  var isOffering: Bool { isAdvertising || isPublishing }
}

extension AppBluetooth {
  func isConnecting(_ peripheral: String) -> Bool {
    requests.contains { $0.kind == .connection(peripheral: peripheral) }
  }

  func isConnected(_ peripheral: String) -> Bool {
    requests.contains { $0.kind == .connection(peripheral: peripheral) && $0.isConnected }
  }

  mutating func setConnected(_ peripheral: String, _ isConnected: Bool) {
    for index in requests.indices
    where requests[index].kind == .connection(peripheral: peripheral) {
      requests[index].isConnected = isConnected
    }
  }

  /// Returns whether the app publishes that characteristic, in the app's own spelling.
  func publishes(_ characteristic: String, in service: String) -> Bool {
    requests.contains { request in
      guard case .publishing(let services) = request.kind else { return false }
      return services.contains { offered in
        offered.number == service
          && offered.characteristics.contains { $0.number == characteristic }
      }
    }
  }

  /// Returns the manager with the request that the event answers, for an app that is not running.
  func restoreIdentifier(for callback: BluetoothCallback) -> String? {
    let request = requests.first { request in
      guard request.restoreIdentifier != nil else { return false }
      switch (callback, request.kind) {
      case (.didConnect(let peripheral), .connection(let own)),
        (.didDisconnect(let peripheral), .connection(let own)),
        (.data(let peripheral), .connection(let own)):
        return peripheral == own
      case (.didDiscover, .scan), (.centralRequest, .advertising), (.centralRequest, .publishing):
        return true
      default: return false
      }
    }
    return request?.restoreIdentifier
  }

  /// Returns the standing requests of a manager.
  func standing(_ restoreIdentifier: String?) -> StandingBluetooth {
    let own = requests.filter { $0.restoreIdentifier == restoreIdentifier }
    var connections: [PeripheralConnection] = []
    var (scan, advertising): ([String]?, [String]?)
    var services: [PeripheralService] = []
    for request in own {
      switch request.kind {
      case .connection(let peripheral):
        connections.append(
          PeripheralConnection(
            peripheral: peripheral,
            isConnected: request.isConnected,
            characteristics: request.subscriptions
          )
        )
      case .scan(let wanted): scan = wanted
      case .advertising(let wanted): advertising = wanted
      case .publishing(let offered): services = offered
      }
    }
    return StandingBluetooth(
      connections: connections,
      scan: scan,
      advertising: advertising,
      services: services,
      centrals: restoreIdentifiers(where: { !$0.isOffering }),
      peripherals: restoreIdentifiers(where: \.isOffering)
    )
  }

  /// Returns the identifiers under which such requests outlive the process, each once.
  private func restoreIdentifiers(where isMeant: (Request.Kind) -> Bool) -> [String] {
    var found: [String] = []
    for request in requests where isMeant(request.kind) {
      guard let identifier = request.restoreIdentifier else { continue }
      if !found.contains(identifier) { found.append(identifier) }
    }
    return found
  }

  /// Returns the callback `willRestoreState`, with the restored state.
  func restored(_ identifier: String) -> BluetoothCallback {
    var peripherals: [String] = []
    var services: [String] = []
    for request in requests where request.restoreIdentifier == identifier {
      switch request.kind {
      case .connection(let peripheral): peripherals.append(peripheral)
      case .scan(let wanted), .advertising(let wanted):
        services += wanted.filter { !services.contains($0) }
      case .publishing(let offered):
        services += offered.map(\.number).filter { !services.contains($0) }
      }
    }
    return .willRestoreState(identifier: identifier, peripherals: peripherals, services: services)
  }
}
