import CSystemd
import TorporModel
import TorporPosix

/// One bus on the event loop, reconnected whenever it is lost.
///
/// Nothing here waits: connecting, the greeting and every call are steps of the loop. The matches, objects and names
/// that parts have requested are requested again on each connection. While there is none, calls fail at once. An idle
/// connection causes no wake-ups.
final class BusConnection {
  // Shape: the only owner of an sd_bus pointer: all calls into the library, and the objects that they keep alive, are
  // here.
  /// Identifies a request; never reused.
  struct Token: Hashable {
    fileprivate let number: UInt64
  }

  /// The state of the connection.
  enum State: Hashable {
    case lost(cause: String)
    case connecting
    case connected
  }

  /// A request that is repeated on each connection.
  struct Standing {
    let add: (OpaquePointer) throws(BusFailure) -> BusSlot
    var slot: BusSlot?
  }

  private struct Pending {
    let handler: (Result<BusReply, BusFailure>) -> Void
    var slot: BusSlot?
  }

  let address: BusAddress
  let loop: EventLoop
  private let isMonitor: Bool
  private(set) var bus: OpaquePointer?
  private(set) var state = State.lost(cause: "not started")
  /// The descriptor that the loop waits for on the bus's behalf; see `follow`.
  var descriptor: (number: Int32, token: EventLoop.Token, interest: EventLoop.Readiness)?
  var timer: EventLoop.Token?
  private var retry: EventLoop.Token?
  private var retryAfter = BusConnection.firstRetry
  private var standing: [UInt64: Standing] = [:]
  private var pending: [UInt64: Pending] = [:]
  private var observers: [UInt64: (State) -> Void] = [:]
  private var lastNumber: UInt64 = 0
  var isProcessing = false

  /// The pause before a missing bus is looked for again: 1 s, then twice as long each time, up to 5 min.
  ///
  /// Our choice: a session without a bus costs twelve wake-ups an hour.
  private static let firstRetry = Duration.seconds(1)
  private static let lastRetry = Duration.seconds(300)

  /// Makes a connection that does nothing before `start`.
  ///
  /// `isMonitor`: it only listens to the messages of others; see `CallMonitor`.
  init(_ address: BusAddress, on loop: EventLoop, isMonitor: Bool = false) {
    self.address = address
    self.loop = loop
    self.isMonitor = isMonitor
  }

  deinit { tearDown() }

  var isConnected: Bool { state == .connected }

  /// Whether it has tried to connect and may try again.
  private(set) var hasStarted = false

  /// The name that the bus has assigned to this connection.
  var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    guard let bus, sd_bus_get_unique_name(bus, &name) >= 0 else { return nil }
    return name.map { String(cString: $0) }
  }

  /// Calls `observer` whenever the state changes, and now with the current state.
  @discardableResult
  func observe(_ observer: @escaping (State) -> Void) -> Token {
    let number = nextNumber()
    observers[number] = observer
    observer(state)
    return Token(number: number)
  }

  // MARK: Connecting and disconnecting

  /// Connects now, and again whenever the connection is lost.
  func start() {
    guard bus == nil else { return }
    hasStarted = true
    if let retry { loop.cancel(retry) }
    retry = nil
    do throws(BusFailure) {
      bus = try open()
      change(to: .connecting)
      follow()
    } catch {
      lose(because: "\(error)")
    }
  }

  /// Leaves the bus permanently.
  func stop() {
    hasStarted = false
    tearDown()
    change(to: .lost(cause: "stopped"))
  }

  private func open() throws(BusFailure) -> OpaquePointer {
    guard let text = address.address else {
      throw .notConnected(cause: "nothing says where the \(address.name) is")
    }
    var made: OpaquePointer?
    try BusFailure.check(sd_bus_new(&made), "make a connection")
    guard let made else { throw .malformed(cause: "there is no connection") }
    for result in [
      sd_bus_set_address(made, text), sd_bus_set_bus_client(made, 1),
      sd_bus_set_monitor(made, isMonitor ? 1 : 0), sd_bus_negotiate_fds(made, 1),
      sd_bus_start(made),
    ] where result < 0 {
      sd_bus_unref(made)
      throw .notConnected(cause: "\(text): \(SystemError.text(of: -result))")
    }
    return made
  }

  func lose(because cause: String) {
    tearDown()
    // A handler may make another call, which is refused.
    change(to: .lost(cause: cause))
    let failure = BusFailure.notConnected(cause: cause)
    let calls = pending.sorted { $0.key < $1.key }
    pending.removeAll()
    for (_, call) in calls { call.handler(.failure(failure)) }
    guard bus == nil, retry == nil else { return }
    retry = loop.schedule(after: retryAfter) { [unowned self] in
      retry = nil
      start()
    }
    retryAfter = min(retryAfter * 2, BusConnection.lastRetry)
  }

  private func tearDown() {
    if let descriptor { loop.cancel(descriptor.token) }
    descriptor = nil
    for token in [timer, retry].compactMap({ $0 }) { loop.cancel(token) }
    (timer, retry) = (nil, nil)
    for number in standing.keys { standing[number]?.slot = nil }
    for number in pending.keys { pending[number]?.slot = nil }
    if let bus {
      sd_bus_close(bus)
      sd_bus_unref(bus)
    }
    bus = nil
  }

  private func change(to state: State) {
    guard state != self.state else { return }
    self.state = state
    for number in observers.keys.sorted() { observers[number]?(state) }
  }

  func connected() {
    retryAfter = BusConnection.firstRetry
    for number in standing.keys.sorted() { add(number) }
    change(to: .connected)
  }

  // MARK: Calls

  /// Calls a method; the handler is called once, from the loop, or at once if the bus is not connected.
  func call(
    _ call: BusCall,
    _ handler: @escaping (Result<BusReply, BusFailure>) -> Void
  ) {
    guard let bus, isConnected else {
      return handler(.failure(.notConnected(cause: cause)))
    }
    let number = nextNumber()
    pending[number] = Pending(handler: handler, slot: nil)
    do throws(BusFailure) {
      let message = try call.message(on: bus)
      let pointer = message.pointer
      let microseconds = UInt64(clamping: call.timeout.microseconds)
      pending[number]?.slot = try BusSlot("call \(call.interface).\(call.member)", isHandled: true)
      {
        [unowned self] reply in
        pending.removeValue(forKey: number)?.handler(BusReply.result(of: reply))
      } add: { slot, callback, context in
        sd_bus_call_async(bus, &slot, pointer, callback, context, microseconds)
      }
    } catch {
      pending[number] = nil
      handler(.failure(error))
    }
    follow()
  }

  /// Sends a call and ignores its answer.
  func send(_ call: BusCall) { self.call(call) { _ in } }

  /// Calls the handler with each signal that matches the rule, on every connection.
  func match(_ rule: String, _ handler: @escaping (BusEvent) -> Void) -> Token {
    keep { bus throws(BusFailure) in
      try BusSlot("match '\(rule)'") { message in
        // A signal that cannot be read is ignored.
        if let event = try? BusEvent(message) { handler(event) }
      } add: { slot, callback, context in
        sd_bus_add_match_async(bus, &slot, rule, callback, BusSlot.ignore, context)
      }
    }
  }

  /// Keeps a request on every connection, from now on or from the next one on.
  func keep(_ add: @escaping (OpaquePointer) throws(BusFailure) -> BusSlot) -> Token {
    let number = nextNumber()
    standing[number] = Standing(add: add, slot: nil)
    if isConnected { self.add(number) }
    follow()
    return Token(number: number)
  }

  /// Cancels a request.
  func cancel(_ token: Token) {
    observers[token.number] = nil
    standing[token.number] = nil
    follow()
  }

  private func add(_ number: UInt64) {
    guard let bus, let add = standing[number]?.add else { return }
    // This fails only if memory is short, or for an invalid rule, which is an error of ours.
    standing[number]?.slot = try? add(bus)
  }

  /// Why no call can be made.
  private var cause: String {
    switch state {
    case .lost(let cause): cause
    case .connecting: "still connecting"
    case .connected: "connected"
    }
  }

  private func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }
}
