import TorporModel
import TorporWire

/// Shows the notifications of apps through the desktop's notification server, and reports the results.
///
/// While there is no server, they wait here, and are shown when one appears. Responses are reported with the daemon's
/// key; a server's own numbers are known only here, and are meaningless to the next server.
final class NotificationPart: Part {
  let name = "notifications"
  private let bus: BusConnection
  private let outbox: Outbox
  private var tokens: [BusConnection.Token] = []
  private var queue = NotificationQueue()
  /// The capabilities of the server; `nil`: there is none.
  private var server: NotificationServer?
  private var question = 0
  /// Called when the server has accepted a notification.
  private let shown: (BridgeNotification) -> Void

  private static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  init(
    on bus: BusConnection,
    outbox: Outbox,
    shown: @escaping (BridgeNotification) -> Void = { _ in }
  ) {
    self.bus = bus
    self.outbox = outbox
    self.shown = shown
  }

  func start() {
    for member in ["ActionInvoked", "NotificationReplied", "NotificationClosed"] {
      tokens.append(
        bus.match(
          "type='signal',sender='\(NotificationPart.service)',path='\(NotificationPart.path)',"
            + "interface='\(NotificationPart.service)',member='\(member)'"
        ) { [unowned self] in take($0) }
      )
    }
    tokens.append(
      bus.match(
        "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
          + "member='NameOwnerChanged',arg0='\(NotificationPart.service)'"
      ) { [unowned self] event in
        guard event.isFromBus, event.values.count == 3 else { return }
        lose(because: "the notification server has gone")
        if event.values[2].text?.isEmpty == false { greet() }
      }
    )
    tokens.append(
      bus.observe { [unowned self] state in
        switch state {
        case .connected: greet()
        case .lost(let cause): lose(because: cause)
        case .connecting: break
        }
      }
    )
  }

  func obey(_ order: BridgeOrder) {
    switch order {
    case .showNotification(let notification):
      queue.add(notification)
      flush()
    case .withdrawNotification(let key):
      guard let number = queue.remove(key), server != nil else { return }
      bus.send(NotificationPart.call("CloseNotification", [.uint32(number)]))
    default: break
    }
  }

  // MARK: The server

  private static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(
      destination: service,
      path: path,
      interface: service,
      member: member,
      arguments: arguments
    )
  }

  private func greet() {
    question += 1
    let asked = question
    bus.call(NotificationPart.call("GetCapabilities")) { [unowned self] result in
      guard asked == question else { return }
      switch result {
      case .success(let reply):
        server = NotificationServer(
          owner: reply.sender,
          capabilities: Set(reply.values.first?.texts ?? [])
        )
        outbox.tell(self, isAvailable: true)
        flush()
      case .failure(let failure): lose(because: "\(failure)")
      }
    }
  }

  private func lose(because cause: String) {
    question += 1
    server = nil
    queue.serverHasGone()
    outbox.tell(self, isAvailable: false, because: cause)
  }

  private func flush() {
    guard let server else { return }
    while let (notification, replaced) = queue.next() {
      let asked = question
      let arguments = server.arguments(for: notification, replacing: replaced)
      bus.call(NotificationPart.call("Notify", arguments)) { [unowned self] result in
        guard asked == question else { return }
        switch result {
        case .success(let reply):
          guard let number = reply.values.first?.integer.flatMap({ UInt32(exactly: $0) }) else {
            return
          }
          if queue.wasShown(notification.key, as: number) {
            outbox.tell(.notificationShown(key: notification.key))
            shown(notification)
            flush()
          } else {
            // It was withdrawn before the server answered.
            bus.send(NotificationPart.call("CloseNotification", [.uint32(number)]))
          }
        case .failure:
          // The server refused it, and would do so again.
          queue.wasRefused(notification.key)
          outbox.tell(.notificationClosed(key: notification.key, wasDismissed: false))
        }
      }
    }
  }

  // MARK: The user

  private func take(_ event: BusEvent) {
    guard event.sender == server?.owner,
      let number = event.values.first?.integer.flatMap({ UInt32(exactly: $0) }),
      let key = queue.key(of: number)
    else { return }
    switch event.member {
    case "ActionInvoked":
      guard let action = event.values.last?.text, !action.isEmpty else { return }
      outbox.tell(
        .notificationAnswered(
          key: key,
          action: BridgeText.cut(action, to: BridgeFact.notificationAnsweredActionBytes.upperBound),
          text: nil
        )
      )
    case "NotificationReplied":
      guard let text = event.values.last?.text, let action = queue.textAction(of: key) else {
        return
      }
      outbox.tell(
        .notificationAnswered(
          key: key,
          action: action,
          text: BridgeText.cut(text, to: BridgeFact.notificationAnsweredTextBytes.upperBound)
        )
      )
    default:
      // The specification's reasons: 1 it expired, 2 the user dismissed it, 3 we closed it, 4 unknown.
      _ = queue.remove(key)
      let reason = event.values.last?.integer
      outbox.tell(.notificationClosed(key: key, wasDismissed: reason == 2))
    }
  }
}
