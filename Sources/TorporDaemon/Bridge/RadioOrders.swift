import TorporModel

/// What the radio has been asked to do and not been told to stop, for a bridge that comes anew.
struct RadioOrders {
  private var connections: Set<String> = []
  private var scan: BluetoothOrder?
  private var subscriptions: Set<Subscription> = []
  private var advertised: [AppIdentifier: [String]] = [:]
  private var served: [AppIdentifier: [PeripheralService]] = [:]

  private struct Subscription: Hashable {
    let peripheral: String
    let characteristic: String
  }

  mutating func note(_ order: BluetoothOrder) {
    switch order {
    case .connect(let peripheral): connections.insert(peripheral)
    case .disconnect(let peripheral):
      connections.remove(peripheral)
      subscriptions = subscriptions.filter { $0.peripheral != peripheral }
    case .scan(let isOn, let services): scan = isOn || !services.isEmpty ? order : nil
    case .subscribe(let peripheral, let characteristic, let isOn):
      let subscription = Subscription(peripheral: peripheral, characteristic: characteristic)
      if isOn { subscriptions.insert(subscription) } else { subscriptions.remove(subscription) }
    case .advertise(let app, let services): advertised[app] = services.isEmpty ? nil : services
    case .serve(let app, let services): served[app] = services.isEmpty ? nil : services
    // What they are about is gone with the bridge.
    case .answer, .updateValue: break
    }
  }

  /// The orders that bring a radio that knows nothing to where it should be.
  var all: [BluetoothOrder] {
    let subscribed = subscriptions.sorted {
      ($0.peripheral, $0.characteristic) < ($1.peripheral, $1.characteristic)
    }
    return connections.sorted().map { .connect(peripheral: $0) }
      + (scan.map { [$0] } ?? [])
      + subscribed.map {
        .subscribe(peripheral: $0.peripheral, characteristic: $0.characteristic, isOn: true)
      }
      + advertised.sorted { $0.key.text < $1.key.text }.map {
        .advertise(app: $0.key, services: $0.value)
      }
      + served.sorted { $0.key.text < $1.key.text }.map {
        .serve(app: $0.key, services: $0.value)
      }
  }
}
