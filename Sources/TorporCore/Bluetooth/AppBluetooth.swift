package import TorporModel

/// What an app has to do with Bluetooth.
package struct AppBluetooth: KeptPerApp, Hashable, Sendable {
  /// What the app asked for, in that order.
  package internal(set) var requests: [Request] = []
  /// Callbacks that no mode wakes the app for; told when it runs again, oldest first.
  var pendingCallbacks: [BluetoothCallback] = []
  /// Requests of centrals that the app owes an answer, oldest first.
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
    /// Of the manager that asked; `nil`: the request ends with the process.
    package let restoreIdentifier: String?
    /// Whether the peripheral is connected for the app.
    package internal(set) var isConnected = false
    /// Characteristics of the peripheral whose changes the app is told, in the order of its asking.
    package internal(set) var subscriptions: [String] = []
    /// Peripherals that a scan has reported; duplicates are ignored in the background.
    var discovered: [String] = []
  }

  /// The most requests that an app may have; our choice.
  package static let requestsMax = 16
  /// The most callbacks that wait for an app, and peripherals that a scan remembers; our choice.
  static let pendingCallbacksMax = 64
  /// The most requests of centrals that wait for one app: as many as calls of a client; our choice.
  package static let centralRequestsMax = 64
  /// The most characteristics of one peripheral that an app is told of; our choice.
  package static let subscriptionsMax = 64

  package init() {}

  mutating func wait(_ callback: BluetoothCallback) {
    if pendingCallbacks.count < Self.pendingCallbacksMax { pendingCallbacks.append(callback) }
  }

  /// What ends with the process is in the relaunch table.
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

// What of an app's requests an event of Bluetooth answers.

extension AppBluetooth.Request.Kind {
  var isScan: Bool { if case .scan = self { true } else { false } }
  var isAdvertising: Bool { if case .advertising = self { true } else { false } }
  var isPublishing: Bool { if case .publishing = self { true } else { false } }
  /// Whether centrals find something of the app.
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

  /// Whether the app publishes that characteristic, by the app's own spelling.
  func publishes(_ characteristic: String, in service: String) -> Bool {
    requests.contains { request in
      guard case .publishing(let services) = request.kind else { return false }
      return services.contains { offered in
        offered.number == service
          && offered.characteristics.contains { $0.number == characteristic }
      }
    }
  }

  /// The manager whose request the event answers, for an app that is not running.
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

  /// What a manager has asked for and what still stands.
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

  /// Those under which such requests outlive the process, each once.
  private func restoreIdentifiers(where isMeant: (Request.Kind) -> Bool) -> [String] {
    var found: [String] = []
    for request in requests where isMeant(request.kind) {
      guard let identifier = request.restoreIdentifier else { continue }
      if !found.contains(identifier) { found.append(identifier) }
    }
    return found
  }

  /// What `willRestoreState` hands over.
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
