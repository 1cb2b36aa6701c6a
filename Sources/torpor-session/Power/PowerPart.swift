import TorporWire

/// The source of the machine's power, as UPower reports; reported when it changes, without other costs.
///
/// The kernel reports the same for most batteries, and the daemon receives that first; UPower knows more about some (a
/// UPS, a battery on a serial line).
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
    // All batteries combined, which is what desktops show.
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

  /// Returns the charge of the display device, 0 to 100; `nil` if it does not represent a battery.
  static func percent(of properties: [String: BusValue]) -> Int? {
    // UpDeviceKind: 2 is a battery, 3 a UPS; the display device is one of them or neither.
    guard let kind = properties["Type"]?.integer, kind == 2 || kind == 3,
      properties["IsPresent"]?.flag ?? true, let percent = properties["Percentage"]?.number,
      percent.isFinite
    else { return nil }
    return Int(min(100, max(0, percent)).rounded())
  }

  private func tell() {
    // The charge of a battery whose use is unknown is not meaningful.
    guard let isOnBattery else { return }
    outbox.tell(.power(isOnExternalPower: !isOnBattery, batteryPercent: percent))
  }
}
