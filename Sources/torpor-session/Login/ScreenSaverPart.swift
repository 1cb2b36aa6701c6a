import TorporPosix
import TorporWire

/// Whether the desktop's screen saver covers the screen, as the desktop says on the session bus.
///
/// Desktops have their own names for one signal, `ActiveChanged`. Whether the screen is locked beneath it is logind's word
/// (`SessionPart`).
final class ScreenSaverPart: Part {
  let name = "screen-saver"
  private let bus: BusConnection
  private let outbox: Outbox
  private var tokens: [BusConnection.Token] = []
  /// The services that say that it is on.
  private var active: Set<String> = []

  /// GNOME, Cinnamon, MATE, and the common name that KDE and Xfce take.
  static let services = [
    "org.gnome.ScreenSaver", "org.cinnamon.ScreenSaver", "org.mate.ScreenSaver",
    "org.freedesktop.ScreenSaver",
  ]

  init(on bus: BusConnection, outbox: Outbox) {
    self.bus = bus
    self.outbox = outbox
  }

  deinit { for token in tokens { bus.cancel(token) } }

  func start() {
    for service in ScreenSaverPart.services {
      tokens.append(
        bus.match(
          "type='signal',sender='\(service)',interface='\(service)',member='ActiveChanged'"
        ) { [unowned self] event in
          guard let isOn = event.values.first?.flag else { return }
          note(service, isOn: isOn)
        }
      )
      tokens.append(
        bus.match(
          "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
            + "member='NameOwnerChanged',arg0='\(service)'"
        ) { [unowned self] event in
          guard event.isFromBus, event.values.count == 3 else { return }
          if event.values[2].text?.isEmpty == true { note(service, isOn: false) }
        }
      )
    }
    tokens.append(
      bus.observe { [unowned self] state in
        switch state {
        case .connected: outbox.tell(self, isAvailable: true)
        case .lost(let cause):
          active = []
          outbox.tell(.screenSaver(isOn: false))
          outbox.tell(self, isAvailable: false, because: cause)
        case .connecting: break
        }
      }
    )
  }

  private func note(_ service: String, isOn: Bool) {
    if isOn { active.insert(service) } else { active.remove(service) }
    outbox.tell(.screenSaver(isOn: !active.isEmpty))
  }
}
