import TorporModel

// What of an app's requests an event of Bluetooth answers.

extension AppLinks.BluetoothLink.Kind {
  var isScan: Bool { if case .scan = self { true } else { false } }
  var isAdvertising: Bool { if case .advertising = self { true } else { false } }
  var isPublishing: Bool { if case .publishing = self { true } else { false } }
  /// Whether centrals find something of the app.
  var isOffering: Bool { isAdvertising || isPublishing }
}

extension AppLinks {
  func isConnecting(_ peripheral: String) -> Bool {
    bluetooth.contains { $0.kind == .connection(peripheral: peripheral) }
  }

  func isConnected(_ peripheral: String) -> Bool {
    bluetooth.contains { $0.kind == .connection(peripheral: peripheral) && $0.isConnected }
  }

  mutating func setConnected(_ peripheral: String, _ isConnected: Bool) {
    for index in bluetooth.indices
    where bluetooth[index].kind == .connection(peripheral: peripheral) {
      bluetooth[index].isConnected = isConnected
    }
  }

  /// Whether the app publishes that characteristic, by the app's own spelling.
  func publishes(_ characteristic: String, in service: String) -> Bool {
    bluetooth.contains { link in
      guard case .publishing(let services) = link.kind else { return false }
      return services.contains { offered in
        offered.number == service
          && offered.characteristics.contains { $0.number == characteristic }
      }
    }
  }

  /// The manager whose request the event answers, for an app that is not running.
  func restoreIdentifier(for callback: BluetoothCallback) -> String? {
    let link = bluetooth.first { link in
      guard link.restoreIdentifier != nil else { return false }
      switch (callback, link.kind) {
      case (.didConnect(let peripheral), .connection(let own)),
        (.didDisconnect(let peripheral), .connection(let own)),
        (.data(let peripheral), .connection(let own)):
        return peripheral == own
      case (.didDiscover, .scan), (.centralRequest, .advertising), (.centralRequest, .publishing):
        return true
      default: return false
      }
    }
    return link?.restoreIdentifier
  }

  /// What `willRestoreState` hands over.
  func restored(_ identifier: String) -> BluetoothCallback {
    var peripherals: [String] = []
    var services: [String] = []
    for link in bluetooth where link.restoreIdentifier == identifier {
      switch link.kind {
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

extension BluetoothCallback {
  /// The mode without which it wakes nobody.
  var mode: BackgroundMode {
    if case .centralRequest = self { .bluetoothPeripheral } else { .bluetoothCentral }
  }
}
