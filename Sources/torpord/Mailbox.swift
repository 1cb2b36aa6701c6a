import TorporCore
import TorporDaemon

/// Where adapters post before the driver exists, and after.
final class Mailbox: HostEventSink {
  weak var owner: Driver?
  private var early: [HostEvent] = []

  func post(_ event: HostEvent) {
    guard let owner else {
      early.append(event)
      return
    }
    for waiting in early { owner.post(waiting) }
    early.removeAll()
    owner.post(event)
  }
}
