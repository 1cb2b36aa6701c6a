import TorporPosix
import TorporWire

/// Whether the desktop's screen saver covers the screen, as the desktop reports on the session bus.
///
/// Desktops have different names for the same interface. Whether the screen behind it is locked is reported by logind
/// (`SessionPart`). A process of an app that the daemon manages is not trusted: it could make all apps inactive.
final class ScreenSaverPart: Part {
  let name = "screen-saver"
  private let bus: BusConnection
  private let outbox: Outbox
  private let isOfApp: (Int32) -> Bool
  private var tokens: [BusConnection.Token] = []
  /// The owner of each name, by its unique name on the bus; only trusted owners.
  private var owners: [String: String] = [:]
  /// The names of the screen savers that are on.
  private var active: Set<String> = []

  /// GNOME, Cinnamon, MATE, and the common name that KDE and Xfce use, each with its object.
  private static let services = [
    "org.gnome.ScreenSaver": "/org/gnome/ScreenSaver",
    "org.cinnamon.ScreenSaver": "/org/cinnamon/ScreenSaver",
    "org.mate.ScreenSaver": "/org/mate/ScreenSaver",
    "org.freedesktop.ScreenSaver": "/org/freedesktop/ScreenSaver",
  ]

  /// Makes a part; `isOfApp`: whether a process belongs to an app.
  init(
    on bus: BusConnection,
    outbox: Outbox,
    isOfApp: @escaping (Int32) -> Bool = AppGroup.contains
  ) {
    self.bus = bus
    self.outbox = outbox
    self.isOfApp = isOfApp
  }

  deinit { for token in tokens { bus.cancel(token) } }

  func start() {
    for service in ScreenSaverPart.services.keys.sorted() { follow(service) }
    tokens.append(
      bus.observe { [unowned self] state in
        switch state {
        case .connected:
          settle()
          for service in ScreenSaverPart.services.keys.sorted() { look(for: service) }
        case .lost(let cause):
          (owners, active) = ([:], [])
          outbox.tell(.screenSaver(isOn: false))
          outbox.tell(self, isAvailable: false, because: cause)
        case .connecting: break
        }
      }
    )
  }

  private func follow(_ service: String) {
    tokens.append(
      bus.match(
        "type='signal',sender='\(service)',interface='\(service)',member='ActiveChanged'"
      ) { [unowned self] event in
        guard event.sender == owners[service], let isOn = event.values.first?.flag else { return }
        note(service, isOn: isOn)
      }
    )
    tokens.append(
      bus.match(
        "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
          + "member='NameOwnerChanged',arg0='\(service)'"
      ) { [unowned self] event in
        guard event.isFromBus, event.values.count == 3 else { return }
        owners[service] = nil
        note(service, isOn: false)
        if event.values[2].text?.isEmpty == false { look(for: service) }
      }
    )
  }

  // MARK: Owners of the names

  private func look(for service: String) {
    ask("GetNameOwner", of: service) { [unowned self] value in
      guard let owner = value?.text else { return }
      ask("GetConnectionUnixProcessID", of: owner) { [unowned self] value in
        guard let pid = value?.integer.flatMap({ Int32(exactly: $0) }), !isOfApp(pid) else {
          return
        }
        owners[service] = owner
        settle()
        askWhetherOn(service, owner)
      }
    }
  }

  private func ask(_ member: String, of name: String, _ handler: @escaping (BusValue?) -> Void) {
    let call = BusCall(
      destination: BusNames.bus,
      path: BusNames.busPath,
      interface: BusNames.bus,
      member: member,
      arguments: [.string(name)]
    )
    bus.call(call) { result in handler(try? result.get().values.first) }
  }

  /// Asks a screen saver that existed before this part, because it may already be on.
  private func askWhetherOn(_ service: String, _ owner: String) {
    guard let path = ScreenSaverPart.services[service] else { return }
    let call = BusCall(
      destination: owner,
      path: path,
      interface: service,
      member: "GetActive",
      startsService: false
    )
    bus.call(call) { [unowned self] result in
      guard owners[service] == owner, let isOn = try? result.get().values.first?.flag else {
        return
      }
      note(service, isOn: isOn)
    }
  }

  // MARK: Reports

  private func note(_ service: String, isOn: Bool) {
    if isOn { active.insert(service) } else { active.remove(service) }
    outbox.tell(.screenSaver(isOn: !active.isEmpty))
    settle()
  }

  private func settle() {
    outbox.tell(
      self,
      isAvailable: !owners.isEmpty,
      because: owners.isEmpty ? "no screen saver is on the session bus" : nil
    )
  }
}
