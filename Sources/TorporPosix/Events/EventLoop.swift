internal import CTorporPosix
internal import Glibc

/// One thread that waits for descriptors and moments, and calls the handler of each.
///
/// All methods and all handlers belong to the thread that calls `run`; only `waker` may cross
/// threads. Moments are on `CLOCK_BOOTTIME`, which goes on while the machine sleeps. There is one
/// timerfd for all of them, armed for the nearest; an idle loop wakes for nothing.
package final class EventLoop {
  /// What a handler is told.
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// Out-of-band data, or a pressure trigger that fired.
    package static let urgent = Readiness(rawValue: EPOLLPRI.rawValue)
    /// The other end is gone; always reported.
    package static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
    /// Always reported.
    package static let failed = Readiness(rawValue: EPOLLERR.rawValue)
    /// The other end of a socket sends nothing more; only where asked for.
    package static let peerClosed = Readiness(rawValue: EPOLLRDHUP.rawValue)
    /// Only as interest: report one event, then nothing until the registration is changed.
    package static let oneShot = Readiness(rawValue: EPOLLONESHOT.rawValue)
    /// Only as interest: report a change once, not as long as it lasts.
    package static let edgeTriggered = Readiness(rawValue: EPOLLET.rawValue)
  }

  /// Names one registration or one scheduled call; never used twice.
  package struct Token: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private struct Registration {
    let descriptor: Int32
    let handler: (Readiness) -> Void
  }

  private let epoll: Descriptor
  private let timer: Descriptor
  /// Wakes the loop from another thread.
  package let waker: Waker
  private var registrations: [UInt64: Registration] = [:]
  private var moments = MomentQueue()
  private var armedFor: Int64?
  private var lastNumber: UInt64 = 0
  private var isStopping = false

  /// Makes a loop that watches nothing.
  ///
  /// - Throws: `SystemError` when the process has no descriptors left.
  package init() throws(SystemError) {
    epoll = Descriptor(
      owning: try checking("make", "an epoll instance") {
        epoll_create1(Int32(EPOLL_CLOEXEC))
      }
    )
    timer = Descriptor(
      owning: try checking("make", "a timer") {
        timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
      }
    )
    waker = try Waker()
    let timerNumber = timer.rawValue
    _ = try register(timerNumber, for: .readable) { [unowned self] _ in
      drain(timerNumber)
      armedFor = nil
    }
    let wakerNumber = waker.number
    _ = try register(wakerNumber, for: .readable) { _ in drain(wakerNumber) }
  }

  /// Calls `handler` whenever the descriptor is ready; the caller keeps it open until `cancel`.
  ///
  /// - Throws: `SystemError` where the kernel cannot wait for it (a plain file), or is out of room.
  package func register(
    _ descriptor: Int32,
    for interest: Readiness,
    handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Token {
    let number = nextNumber()
    try control(EPOLL_CTL_ADD, descriptor, interest, number)
    registrations[number] = Registration(descriptor: descriptor, handler: handler)
    return Token(number: number)
  }

  /// Changes what the registration waits for.
  ///
  /// - Throws: `SystemError` when the descriptor was closed meanwhile, which is a slip of the caller.
  package func change(_ token: Token, to interest: Readiness) throws(SystemError) {
    guard let registration = registrations[token.number] else { return }
    try control(EPOLL_CTL_MOD, registration.descriptor, interest, token.number)
  }

  /// Ends a registration or a scheduled call.
  ///
  /// Its handler is not called again, not even for an event that has come already. Call it before
  /// closing the descriptor.
  package func cancel(_ token: Token) {
    if let registration = registrations.removeValue(forKey: token.number) {
      let (instance, descriptor) = (epoll.rawValue, registration.descriptor)
      _ = epoll_ctl(instance, EPOLL_CTL_DEL, descriptor, nil)
    } else {
      // What it owned may cancel others as it ends.
      _ = moments.remove(token.number)
    }
  }

  /// Calls `handler` once, not before the length of time has passed.
  package func schedule(after length: Duration, handler: @escaping () -> Void) -> Token {
    let (seconds, attoseconds) = length.components
    let nanoseconds = max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    return schedule(atBoottimeNanoseconds: BootClock.nanoseconds() + nanoseconds, handler: handler)
  }

  /// Calls `handler` once, not before the moment on `CLOCK_BOOTTIME`.
  package func schedule(
    atBoottimeNanoseconds moment: Int64,
    handler: @escaping () -> Void
  ) -> Token {
    let number = nextNumber()
    moments.insert(moment: moment, number: number, handler: handler)
    return Token(number: number)
  }

  /// Waits for events and handles them until `stop`; `afterEachTurn` runs when a batch is handled.
  package func run(afterEachTurn: () -> Void = {}) {
    isStopping = false
    while !isStopping {
      turn(timeoutMilliseconds: -1)
      afterEachTurn()
    }
  }

  /// Waits at most that long for one batch of events and handles it; for tests and for shutdown.
  package func runOnce(timeoutMilliseconds: Int32) {
    turn(timeoutMilliseconds: timeoutMilliseconds)
  }

  /// Makes `run` return after the present turn.
  package func stop() {
    isStopping = true
  }

  // How many events one wait returns: enough that a turn handles a burst in one commit, small
  // enough to live on the stack (12 bytes each). Our choice.
  private static let eventsMax = 64

  private func turn(timeoutMilliseconds: Int32) {
    arm()
    let instance = epoll.rawValue
    var ready: [(number: UInt64, readiness: Readiness)] = []
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: EventLoop.eventsMax) { events in
      let count = epoll_wait(
        instance,
        events.baseAddress,
        Int32(EventLoop.eventsMax),
        timeoutMilliseconds
      )
      // -1 is EINTR: an empty turn.
      for index in 0..<max(0, Int(count)) {
        ready.append((events[index].data.u64, Readiness(rawValue: events[index].events)))
      }
    }
    for event in ready {
      // A handler earlier in the batch may have cancelled this one.
      registrations[event.number]?.handler(event.readiness)
    }
    guard !moments.isEmpty else { return }
    // Only what is due now: a handler that schedules itself again must not keep descriptors waiting.
    let now = BootClock.nanoseconds()
    while let handler = moments.removeFirstDue(at: now) { handler() }
  }

  private func arm() {
    guard moments.nearest != armedFor else { return }
    armedFor = moments.nearest
    var setting = itimerspec()
    if let moment = moments.nearest {
      // Zero would disarm the timer.
      let nanoseconds = max(1, moment)
      setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    }
    _ = timerfd_settime(timer.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  private func control(
    _ operation: Int32,
    _ descriptor: Int32,
    _ interest: Readiness,
    _ number: UInt64
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = interest.rawValue
    event.data.u64 = number
    let instance = epoll.rawValue
    _ = try checking("watch", "descriptor \(descriptor)") {
      epoll_ctl(instance, operation, descriptor, &event)
    }
  }

  private func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }
}

/// Empties a timerfd or an eventfd.
private func drain(_ number: Int32) {
  var count: UInt64 = 0
  _ = read(number, &count, 8)
}
