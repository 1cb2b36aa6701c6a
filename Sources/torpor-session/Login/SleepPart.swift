import TorporModel
import TorporPosix
import TorporWire

/// Notifies the daemon that the machine is about to sleep, and delays the sleep until the daemon is ready; also
/// notifies it of a shutdown.
///
/// A delay lock of logind is held while the machine is awake; when sleep is imminent, the daemon is notified, and the
/// lock is released as soon as it has reported that it is ready, or after `patience`. logind itself waits at most 5 s
/// (InhibitDelayMaxSec).
final class SleepPart: Part {
  let name = "sleep"
  private let bus: BusConnection
  private let loop: EventLoop
  private let outbox: Outbox
  private var lock: BusDescriptor?
  private var timer: EventLoop.Token?
  private var tokens: [BusConnection.Token] = []
  /// The number of requests to logind, so that a late answer is not taken for the current one.
  private var question = 0

  /// The time that the daemon may take: 2 s, well within logind's 5 s; our choice.
  static let patience = Duration.seconds(2)

  private static let service = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let interface = "org.freedesktop.login1.Manager"

  init(on bus: BusConnection, loop: EventLoop, outbox: Outbox) {
    self.bus = bus
    self.loop = loop
    self.outbox = outbox
  }

  func start() {
    tokens.append(
      bus.match(
        "type='signal',sender='\(SleepPart.service)',path='\(SleepPart.path)',"
          + "interface='\(SleepPart.interface)',member='PrepareForSleep'"
      ) { [unowned self] event in
        guard let isStarting = event.values.first?.flag else { return }
        isStarting ? prepareForSleep() : awake()
      }
    )
    tokens.append(
      bus.match(
        "type='signal',sender='\(SleepPart.service)',path='\(SleepPart.path)',"
          + "interface='\(SleepPart.interface)',member='PrepareForShutdown'"
      ) { [unowned self] event in
        guard let isStarting = event.values.first?.flag else { return }
        outbox.tell(.prepareForShutdown(isStarting: isStarting))
      }
    )
    tokens.append(
      bus.match(
        "type='signal',sender='\(BusNames.bus)',interface='\(BusNames.bus)',"
          + "member='NameOwnerChanged',arg0='\(SleepPart.service)'"
      ) { [unowned self] event in
        guard event.isFromBus, event.values.count == 3 else { return }
        // Its locks were released with it.
        lock = nil
        if event.values[2].text?.isEmpty == false {
          takeLock()
        } else {
          outbox.tell(self, isAvailable: false, because: "\(SleepPart.service) has gone")
        }
      }
    )
    tokens.append(
      bus.observe { [unowned self] state in
        switch state {
        case .connected: takeLock()
        case .lost(let cause):
          (lock, question) = (nil, question + 1)
          outbox.tell(self, isAvailable: false, because: cause)
        case .connecting: break
        }
      }
    )
  }

  /// Whether sleep is currently delayed for the daemon.
  var holdsLock: Bool { lock != nil }

  func obey(_ order: BridgeOrder) {
    switch order {
    case .allowSleep: letGo()
    case .suspend: suspend()
    default: break
    }
  }

  /// Makes the machine sleep unless a program blocks that.
  ///
  /// logind itself lets root ignore blocks, so they are checked first; without `interactive`, no password is requested.
  private func suspend() {
    let look = BusCall(
      destination: SleepPart.service,
      path: SleepPart.path,
      interface: BusNames.properties,
      member: "Get",
      arguments: [.string(SleepPart.interface), .string("BlockInhibited")]
    )
    bus.call(look) { [unowned self] result in
      guard let blocked = (try? result.get())?.values.first?.text,
        !blocked.split(separator: ":").contains("sleep")
      else { return }
      let call = BusCall(
        destination: SleepPart.service,
        path: SleepPart.path,
        interface: SleepPart.interface,
        member: "Suspend",
        arguments: [.boolean(false)]
      )
      // If it is refused, the machine stays awake, as it would have without this part.
      bus.call(call) { _ in }
    }
  }

  private func prepareForSleep() {
    outbox.tell(.prepareForSleep(isStarting: true))
    // Without a daemon, there is none to notify.
    guard outbox.isAttached else { return letGo() }
    timer = loop.schedule(after: SleepPart.patience) { [unowned self] in
      timer = nil
      letGo()
    }
  }

  private func awake() {
    outbox.tell(.prepareForSleep(isStarting: false))
    takeLock()
  }

  private func letGo() {
    if let timer { loop.cancel(timer) }
    timer = nil
    lock = nil
  }

  private func takeLock() {
    letGo()
    question += 1
    let asked = question
    let call = BusCall(
      destination: SleepPart.service,
      path: SleepPart.path,
      interface: SleepPart.interface,
      member: "Inhibit",
      arguments: [
        .string("sleep"), .string("Torpor"), .string("Apps are being notified of sleep"),
        .string("delay"),
      ]
    )
    bus.call(call) { [unowned self] result in
      guard asked == question else { return }
      switch result {
      case .success(let reply):
        guard case .descriptor(let descriptor)? = reply.values.first else {
          return outbox.tell(self, isAvailable: false, because: "logind gave no lock")
        }
        lock = descriptor
        outbox.tell(self, isAvailable: true)
      case .failure(let failure):
        outbox.tell(self, isAvailable: false, because: "\(failure)")
      }
    }
  }
}
