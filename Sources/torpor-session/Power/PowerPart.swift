import TorporWire

/// Where the machine's power comes from, as UPower says; told when it changes, and costs nothing else.
///
/// The kernel says the same of most batteries, and the daemon hears that first; UPower knows more of
/// some (a UPS, a battery behind a serial line).
final class PowerPart: Part {
  let name = "power"
  private let bus: BusConnection
  private let outbox: Outbox
  private var daemon: PropertyWatch?
  private var display: PropertyWatch?
  private var isOnBattery: Bool?
  private var percent: Int?

  private static let service = "org.freedesktop.UPower"
  private static let path = "/org/freedesktop/UPower"

  init(on bus: BusConnection, outbox: Outbox) {
    self.bus = bus
    self.outbox = outbox
  }

  func start() {
    daemon = PropertyWatch(
      on: bus,
      service: PowerPart.service,
      path: PowerPart.path,
      interface: PowerPart.service
    ) { [unowned self] state in
      switch state {
      case .known(let properties):
        isOnBattery = properties["OnBattery"]?.flag
        outbox.tell(self, isAvailable: true)
        tell()
      case .unknown(let cause): outbox.tell(self, isAvailable: false, because: cause)
      }
    }
    // All batteries as one, which is what desktops show.
    display = PropertyWatch(
      on: bus,
      service: PowerPart.service,
      path: PowerPart.path + "/devices/DisplayDevice",
      interface: PowerPart.service + ".Device",
      startsService: false
    ) { [unowned self] state in
      guard case .known(let properties) = state else { return }
      percent = PowerPart.percent(of: properties)
      tell()
    }
  }

  /// The charge of the display device, 0 to 100; `nil` where it stands for no battery.
  static func percent(of properties: [String: BusValue]) -> Int? {
    // UpDeviceKind: 2 is a battery, 3 a UPS; the display device is one of them or none.
    guard let kind = properties["Type"]?.integer, kind == 2 || kind == 3,
      properties["IsPresent"]?.flag ?? true, let percent = properties["Percentage"]?.number,
      percent.isFinite
    else { return nil }
    return Int(min(100, max(0, percent)).rounded())
  }

  private func tell() {
    // The charge of a battery whose use is not known says nothing.
    guard let isOnBattery else { return }
    outbox.tell(.power(isOnExternalPower: !isOnBattery, batteryPercent: percent))
  }
}
