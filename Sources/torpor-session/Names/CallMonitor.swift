import CSystemd
import TorporPosix

/// Listens to calls of other processes to some names of a bus and to their answers, and to nothing else.
///
/// It has its own connection, because a monitor may not send messages (`BecomeMonitor` of the D-Bus specification). The
/// bus sends copies of matching messages only: while there are no calls, it sends nothing.
final class CallMonitor {
  /// A call with a waiting caller.
  struct Call: Hashable {
    /// The called name, as the caller wrote it.
    let destination: String
    let member: String
    let key: OpenCalls.Key
  }

  /// A received event.
  enum Event {
    case called(Call)
    case answered(OpenCalls.Key)
  }

  private let bus: BusConnection
  private let rules: [String]
  private let heard: (Event) -> Void
  private let settled: (BusFailure?) -> Void
  private var tokens: [BusConnection.Token] = []
  private(set) var isListening = false

  /// Listens from when the bus has agreed; `settled` receives that, or the reason for a failure.
  init(
    _ address: BusAddress,
    rules: [String],
    on loop: EventLoop,
    heard: @escaping (Event) -> Void,
    settled: @escaping (BusFailure?) -> Void
  ) {
    self.rules = rules
    self.heard = heard
    self.settled = settled
    bus = BusConnection(address, on: loop, isMonitor: true)
    tokens.append(
      bus.keep { [unowned self] bus throws(BusFailure) in
        try BusSlot("listen", isHandled: true) { [unowned self] message in
          take(message)
        } add: { slot, callback, context in
          sd_bus_add_filter(bus, &slot, callback, context)
        }
      }
    )
    tokens.append(
      bus.observe { [unowned self] state in
        isListening = false
        if state == .connected { become() }
        if case .lost(let cause) = state, self.bus.hasStarted {
          settled(.notConnected(cause: cause))
        }
      }
    )
  }

  func start() { bus.start() }

  func stop() { bus.stop() }

  private func become() {
    bus.call(
      BusCall(
        destination: BusNames.bus,
        path: BusNames.busPath,
        interface: "org.freedesktop.DBus.Monitoring",
        member: "BecomeMonitor",
        arguments: [.strings(rules), .uint32(0)]
      )
    ) { [unowned self] result in
      switch result {
      case .success:
        isListening = true
        settled(nil)
      case .failure(let failure): settled(failure)
      }
    }
  }

  private func take(_ message: OpaquePointer) {
    var type: UInt8 = 0
    sd_bus_message_get_type(message, &type)
    switch Int(type) {
    case Int(SD_BUS_MESSAGE_METHOD_CALL):
      var serial: UInt64 = 0
      // A caller that does not want an answer does not wait for one.
      guard sd_bus_message_get_expect_reply(message) > 0,
        sd_bus_message_get_cookie(message, &serial) >= 0,
        let caller = sd_bus_message_get_sender(message),
        let destination = sd_bus_message_get_destination(message),
        let member = sd_bus_message_get_member(message)
      else { return }
      let call = Call(
        destination: String(cString: destination),
        member: String(cString: member),
        key: OpenCalls.Key(caller: String(cString: caller), serial: serial)
      )
      heard(.called(call))
    case Int(SD_BUS_MESSAGE_METHOD_RETURN), Int(SD_BUS_MESSAGE_METHOD_ERROR):
      var serial: UInt64 = 0
      guard sd_bus_message_get_reply_cookie(message, &serial) >= 0,
        let caller = sd_bus_message_get_destination(message)
      else { return }
      heard(.answered(OpenCalls.Key(caller: String(cString: caller), serial: serial)))
    default: break
    }
  }
}
