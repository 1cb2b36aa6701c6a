import Glibc
import TorporPosix
import TorporWire

/// Whether the user's session is locked, and whether it is in use, as logind reports.
///
/// The session is `XDG_SESSION_ID`, otherwise the display session of the user. Idleness is the desktop's report to
/// logind (IdleHint), with its beginning on the wall clock or, preferably, the monotonic one.
final class SessionPart: Part {
  let name = "session"
  private let bus: BusConnection
  private let outbox: Outbox
  private let userID: UInt32
  /// The session from the environment; `nil`: none.
  private let sessionID: String?
  private var watch: PropertyWatch?
  private var tokens: [BusConnection.Token] = []
  private var signals: [BusConnection.Token] = []
  private var question = 0

  private static let service = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"

  init(
    on bus: BusConnection,
    outbox: Outbox,
    userID: UInt32,
    sessionID: String?
  ) {
    self.bus = bus
    self.outbox = outbox
    self.userID = userID
    self.sessionID = sessionID
  }

  func start() {
    tokens.append(
      bus.observe { [unowned self] state in
        switch state {
        case .connected: findSession()
        case .lost(let cause):
          question += 1
          outbox.tell(self, isAvailable: false, because: cause)
        case .connecting: break
        }
      }
    )
    // For a session, or a logind, that starts later.
    for rule in [
      "type='signal',sender='\(SessionPart.service)',path='\(SessionPart.path)',"
        + "interface='\(SessionPart.service).Manager',member='SessionNew'",
      "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
        + "member='NameOwnerChanged',arg0='\(SessionPart.service)'",
    ] {
      tokens.append(
        bus.match(rule) { [unowned self] _ in if watch == nil { findSession() } }
      )
    }
  }

  private func findSession() {
    question += 1
    let asked = question
    if let sessionID {
      ask(asked, "GetSession", .string(sessionID)) { [unowned self] path in
        follow(path)
      }
    } else {
      ask(asked, "GetUser", .uint32(userID)) { [unowned self] path in
        findDisplay(ofUser: path, asked)
      }
    }
  }

  private func ask(
    _ asked: Int,
    _ member: String,
    _ argument: BusValue,
    _ found: @escaping (String) -> Void
  ) {
    let call = BusCall(
      destination: SessionPart.service,
      path: SessionPart.path,
      interface: SessionPart.service + ".Manager",
      member: member,
      arguments: [argument]
    )
    bus.call(call) { [unowned self] result in
      guard asked == question else { return }
      switch result {
      case .success(let reply): if let path = reply.values.first?.text { found(path) }
      case .failure(let failure):
        outbox.tell(self, isAvailable: false, because: "\(failure)")
      }
    }
  }

  private func findDisplay(ofUser path: String, _ asked: Int) {
    let call = BusCall(
      destination: SessionPart.service,
      path: path,
      interface: BusNames.properties,
      member: "Get",
      arguments: [.string(SessionPart.service + ".User"), .string("Display")]
    )
    bus.call(call) { [unowned self] result in
      guard asked == question else { return }
      // (session id, path); both empty without a display.
      let display = (try? result.get())?.values.first?.elements.last?.text ?? "/"
      guard display != "/" else {
        return outbox.tell(
          self,
          isAvailable: false,
          because:
            "logind knows no display session of user \(userID), and XDG_SESSION_ID is not set"
        )
      }
      follow(display)
    }
  }

  private func follow(_ path: String) {
    guard watch?.path != path else { return }
    let interface = SessionPart.service + ".Session"
    for token in signals { bus.cancel(token) }
    // A screen saver that does not set LockedHint receives these signals nevertheless.
    signals = ["Lock", "Unlock"].map { member in
      bus.match(
        "type='signal',sender='\(SessionPart.service)',path='\(path)',"
          + "interface='\(interface)',member='\(member)'"
      ) { [unowned self] _ in outbox.tell(.locked(isLocked: member == "Lock")) }
    }
    watch = PropertyWatch(
      on: bus,
      service: SessionPart.service,
      path: path,
      interface: interface,
      startsService: false
    ) { [unowned self] state in
      switch state {
      case .known(let properties): tell(properties)
      case .unknown(let cause): outbox.tell(self, isAvailable: false, because: cause)
      }
    }
  }

  private func tell(_ properties: [String: BusValue]) {
    outbox.tell(self, isAvailable: true)
    if let isLocked = properties["LockedHint"]?.flag { outbox.tell(.locked(isLocked: isLocked)) }
    guard let isIdle = properties["IdleHint"]?.flag else { return }
    let since = properties["IdleSinceHintMonotonic"]?.integer ?? 0
    let ago = since > 0 ? max(0, MonotonicClock.microseconds() - since) : 0
    outbox.tell(.idle(isIdle: isIdle, sinceMicrosecondsAgo: isIdle ? ago : 0))
  }
}
