import TorporWire

/// Whether the network is metered, as NetworkManager reports; reported when it changes.
final class MeteredPart: Part {
  let name = "network"
  private let bus: BusConnection
  private let outbox: Outbox
  private var manager: PropertyWatch?

  init(on bus: BusConnection, outbox: Outbox) {
    self.bus = bus
    self.outbox = outbox
  }

  func start() {
    manager = PropertyWatch(
      on: bus,
      service: "org.freedesktop.NetworkManager",
      path: "/org/freedesktop/NetworkManager",
      interface: "org.freedesktop.NetworkManager",
      // If it is not running, another program manages the network.
      startsService: false
    ) { [unowned self] state in
      switch state {
      case .known(let properties):
        outbox.tell(self, isAvailable: true)
        outbox.tell(.metered(isMetered: MeteredPart.isMetered(properties)))
      case .unknown(let cause): outbox.tell(self, isAvailable: false, because: cause)
      }
    }
  }

  /// Returns whether NetworkManager's properties report a metered connection; `nil`: unknown, or there is no network.
  static func isMetered(_ properties: [String: BusValue]) -> Bool? {
    // NMState: 60 is connected to other hosts of the site, 70 to all.
    guard let state = properties["State"]?.integer, state >= 60 else { return nil }
    // NMMetered: 1 yes and 2 no, set by the user; 3 and 4 the same, but guessed.
    switch properties["Metered"]?.integer {
    case 1, 3: return true
    case 2, 4: return false
    default: return nil
    }
  }
}
