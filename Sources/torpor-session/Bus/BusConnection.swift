import CSystemd
import TorporModel
import TorporPosix

/// One bus on the event loop, come back to as often as it goes away.
///
/// Nothing here waits: connecting, the greeting and every call are steps of the loop. What parts have
/// asked for (matches, objects, names) is asked for anew on each connection. While there is none, calls
/// fail at once. An idle connection wakes for nothing.
final class BusConnection {
  // Shape: the only owner of a sd_bus pointer: all calls into the library, and what they keep alive, are here.
  /// Names something that was asked for; never used twice.
  struct Token: Hashable {
    fileprivate let number: UInt64
  }

  /// How the connection stands.
  enum State: Hashable {
    case lost(cause: String)
    case connecting
    case connected
  }

  /// Something to be had on each connection.
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
  /// What the loop waits for on the bus's behalf; see `follow`.
  var descriptor: (number: Int32, token: EventLoop.Token, interest: EventLoop.Readiness)?
  var timer: EventLoop.Token?
  private var retry: EventLoop.Token?
  private var retryAfter = BusConnection.firstRetry
  private var standing: [UInt64: Standing] = [:]
  private var pending: [UInt64: Pending] = [:]
  private var observers: [UInt64: (State) -> Void] = [:]
  private var lastNumber: UInt64 = 0
  var isProcessing = false

  /// When a bus that is not there is looked for again: 1 s, then twice as long each time, up to 5 min.
  ///
  /// Our choice: a session without a bus costs twelve wake-ups an hour.
  private static let firstRetry = Duration.seconds(1)
  private static let lastRetry = Duration.seconds(300)

  /// Makes a connection that does nothing before `start`.
  ///
  /// `isMonitor`: it will only listen to what others say to each other; see `CallMonitor`.
  init(_ address: BusAddress, on loop: EventLoop, isMonitor: Bool = false) {
    self.address = address
    self.loop = loop
    self.isMonitor = isMonitor
  }

  deinit { tearDown() }

  var isConnected: Bool { state == .connected }

  /// Whether it has tried to connect, and may again.
  private(set) var hasStarted = false

  /// The name that the bus has given this connection.
  var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    guard let bus, sd_bus_get_unique_name(bus, &name) >= 0 else { return nil }
    return name.map { String(cString: $0) }
  }

  /// Calls `observer` whenever the state changes, and now with the state as it is.
  @discardableResult
  func observe(_ observer: @escaping (State) -> Void) -> Token {
    let number = nextNumber()
    observers[number] = observer
    observer(state)
    return Token(number: number)
  }

  // MARK: Coming and going

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

  /// Leaves the bus for good.
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
    // A handler may call again, and is refused.
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

  // MARK: Asking

  /// Calls a method; the handler is called once, from the loop, unless the bus is not there: then at
  /// once.
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

  /// Sends a call whose answer is of no interest.
  func send(_ call: BusCall) { self.call(call) { _ in } }

  /// Calls the handler with each signal that the rule lets through, on every connection.
  func match(_ rule: String, _ handler: @escaping (BusEvent) -> Void) -> Token {
    keep { bus throws(BusFailure) in
      try BusSlot("match '\(rule)'") { message in
        // One that cannot be read says nothing.
        if let event = try? BusEvent(message) { handler(event) }
      } add: { slot, callback, context in
        sd_bus_add_match_async(bus, &slot, rule, callback, BusSlot.ignore, context)
      }
    }
  }

  /// Keeps something on every connection, from now on or from the next one on.
  func keep(_ add: @escaping (OpaquePointer) throws(BusFailure) -> BusSlot) -> Token {
    let number = nextNumber()
    standing[number] = Standing(add: add, slot: nil)
    if isConnected { self.add(number) }
    follow()
    return Token(number: number)
  }

  /// Ends what was asked for.
  func cancel(_ token: Token) {
    observers[token.number] = nil
    standing[token.number] = nil
    follow()
  }

  private func add(_ number: UInt64) {
    guard let bus, let add = standing[number]?.add else { return }
    // Fails for want of memory alone, or for a rule that is none, which is a slip of ours.
    standing[number]?.slot = try? add(bus)
  }

  /// Why nothing can be asked.
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
