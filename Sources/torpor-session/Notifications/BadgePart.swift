import TorporModel
import TorporWire

/// Numbers on the icons of apps in docks: Unity's launcher API, which Dash to Dock, Plank, KDE's task manager and Latte
/// have adopted.
///
/// It is a broadcast signal: whether a dock listens is unknown. A dock that starts later does not ask, so all numbers
/// are sent again when the owner of one of the API's names changes.
final class BadgePart: Part {
  let name = "badges"
  private let bus: BusConnection
  private let outbox: Outbox
  private var tokens: [BusConnection.Token] = []
  private var counts: [AppIdentifier: Int] = [:]

  private static let interface = "com.canonical.Unity.LauncherEntry"
  /// A name that a dock with this API may own.
  private static let dock = "com.canonical.Unity"

  init(on bus: BusConnection, outbox: Outbox) {
    self.bus = bus
    self.outbox = outbox
  }

  func start() {
    tokens.append(
      bus.match(
        "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
          + "member='NameOwnerChanged',arg0='\(BadgePart.dock)'"
      ) { [unowned self] event in
        guard event.isFromBus, event.values.last?.text?.isEmpty == false else { return }
        showAll()
      }
    )
    tokens.append(
      bus.observe { [unowned self] state in
        switch state {
        case .connected:
          outbox.tell(self, isAvailable: true)
          showAll()
        case .lost(let cause): outbox.tell(self, isAvailable: false, because: cause)
        case .connecting: break
        }
      }
    )
  }

  func obey(_ order: BridgeOrder) {
    guard case .showBadge(let app, let count) = order else { return }
    counts[app] = count > 0 ? count : nil
    show(app, count)
  }

  /// Handles a new daemon, which sends again which apps have a number; numbers of other apps are removed first.
  func attached() {
    for app in counts.keys.sorted() { show(app, 0) }
    counts = [:]
  }

  private func showAll() {
    for (app, count) in counts.sorted(by: { $0.key < $1.key }) { show(app, count) }
  }

  private func show(_ app: AppIdentifier, _ count: Int) {
    let properties = BusValue.dictionary(
      [
        BusEntry(key: .string("count"), value: .variant(.int64(Int64(count)))),
        BusEntry(key: .string("count-visible"), value: .variant(.boolean(count > 0))),
      ],
      of: "sv"
    )
    bus.emit(
      path: BadgePart.path(of: app),
      interface: BadgePart.interface,
      member: "Update",
      [.string("application://\(app).desktop"), properties]
    )
  }

  /// Returns the path of an app's object; identifiers may contain characters that are not allowed in a path.
  static func path(of app: AppIdentifier) -> String {
    let letters = app.text.utf8.map { byte -> String in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "_" + String(byte, radix: 16)
    }
    return "/com/canonical/unity/launcherentry/" + letters.joined()
  }
}
