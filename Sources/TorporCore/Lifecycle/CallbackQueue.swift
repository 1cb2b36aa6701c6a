package import TorporModel

/// The callbacks that were sent to an app and have not returned, in the order in which it runs them.
///
/// It owns the watchdogs of the main thread: only the callback at the head runs there, so only it
/// has a running limit. It does not own budgets that span several callbacks (wakes, background
/// tasks).
package struct CallbackQueue: Hashable, Sendable, Saved {
  /// A callback that was sent and has not returned.
  package struct Outstanding: Hashable, Sendable, Saved {
    package let delivery: Delivery
    /// When it must have returned; `nil` while another runs before it on the main thread, and for the
    /// first call of an activity, which its task limits.
    package fileprivate(set) var deadline: Instant?
    /// How an overrun of the deadline is reported.
    package fileprivate(set) var overrunCode: TerminationCode
    /// Whether it no longer holds the app: the launch handler of a task that has ended.
    fileprivate var isOver = false

    /// Starts its time limit.
    fileprivate mutating func start(at now: Instant) {
      deadline = delivery.callback.timeLimit.map { now + $0 }
    }
  }

  package private(set) var onMainThread: [Outstanding] = []
  /// Blocks of `performExpiringActivity`, each on its own thread.
  package private(set) var besideMainThread: [Outstanding] = []

  package init() {}

  /// Whether anything is outstanding.
  package var isEmpty: Bool { onMainThread.isEmpty && besideMainThread.isEmpty }

  /// Whether a callback keeps the app running: each of them has a deadline.
  package var holdsApp: Bool {
    onMainThread.contains { !$0.isOver } || besideMainThread.contains { $0.deadline != nil }
  }

  /// All outstanding callbacks, for an app that listens again.
  package var deliveries: [Delivery] { (onMainThread + besideMainThread).map(\.delivery) }

  /// Calls the closure with each callback that keeps the app running, and its deadline; on the main
  /// thread, that of the head.
  @inline(__always)
  func forEachHolding(_ body: (_ callback: Callback, _ until: Instant?) -> Void) {
    let end = mainThreadDeadline
    for index in onMainThread.indices where !onMainThread[index].isOver {
      body(onMainThread[index].delivery.callback, end)
    }
    for index in besideMainThread.indices where besideMainThread[index].deadline != nil {
      body(besideMainThread[index].delivery.callback, besideMainThread[index].deadline)
    }
  }

  /// When the head of the main thread must have returned.
  package var mainThreadDeadline: Instant? {
    onMainThread.isEmpty ? nil : onMainThread[0].deadline
  }

  /// When something here is due.
  ///
  /// Inlined, like the other deadlines of a record: a call would get a copy of it, and retain each array first.
  @inline(__always)
  package var deadline: Instant? {
    var earliest = onMainThread.isEmpty ? nil : onMainThread[0].deadline
    for index in besideMainThread.indices {
      earliest = .earlier(earliest, besideMainThread[index].deadline)
    }
    return earliest
  }

  /// Adds a callback that is being sent.
  package mutating func send(_ delivery: consuming Delivery, at now: Instant) {
    let overrunCode = delivery.callback.overrunCode
    let leavesScreen = delivery.callback == .didEnterBackground
    guard delivery.callback.runsOnMainThread else {
      let deadline = delivery.callback.timeLimit.map { now + $0 }
      besideMainThread.append(
        Outstanding(delivery: delivery, deadline: deadline, overrunCode: overrunCode)
      )
      return
    }
    onMainThread.append(Outstanding(delivery: delivery, overrunCode: overrunCode))
    if onMainThread.count == 1 {
      startHead(at: now)
    } else if onMainThread[0].isOver {
      clearHead(at: now)
    } else if leavesScreen {
      hurryHead(at: now)
    }
  }

  /// Takes out a callback that has returned; `nil` when no such callback is outstanding.
  package mutating func remove(_ token: CallbackToken, at now: Instant) -> Callback? {
    if let index = besideMainThread.firstIndex(where: { $0.delivery.token == token }) {
      return besideMainThread.remove(at: index).delivery.callback
    }
    guard let index = onMainThread.firstIndex(where: { $0.delivery.token == token }) else {
      return nil
    }
    let callback = onMainThread.remove(at: index).delivery.callback
    if index == 0 { startHead(at: now) }
    return callback
  }

  /// The callback of that token that has not returned yet.
  func callback(of token: CallbackToken) -> Callback? {
    if let index = besideMainThread.firstIndex(where: { $0.delivery.token == token }) {
      return besideMainThread[index].delivery.callback
    }
    guard let index = onMainThread.firstIndex(where: { $0.delivery.token == token }) else {
      return nil
    }
    return onMainThread[index].delivery.callback
  }

  /// Releases warnings of activities that have had their time.
  package mutating func releaseOverdueWarnings(at now: Instant) {
    besideMainThread.removeAll { $0.deadline.map { $0 <= now } ?? false }
  }

  package func contains(where matches: (Callback) -> Bool) -> Bool {
    onMainThread.contains { matches($0.delivery.callback) }
      || besideMainThread.contains { matches($0.delivery.callback) }
  }

  package func contains(_ token: CallbackToken) -> Bool {
    onMainThread.contains { $0.delivery.token == token }
      || besideMainThread.contains { $0.delivery.token == token }
  }

  /// The process is gone.
  package mutating func removeAll() {
    onMainThread.removeAll()
    besideMainThread.removeAll()
  }

  /// Gives a callback with a limit that passed unwatched until `moment`.
  package mutating func postpone(until moment: Instant) {
    if let deadline = onMainThread.first?.deadline, deadline < moment {
      onMainThread[0].deadline = moment
    }
    for index in besideMainThread.indices {
      guard let deadline = besideMainThread[index].deadline, deadline < moment else { continue }
      besideMainThread[index].deadline = moment
    }
  }

  /// The machine slept meanwhile, and the main thread with it.
  mutating func slept(for length: Duration) {
    for index in onMainThread.indices {
      onMainThread[index].deadline = onMainThread[index].deadline.map { $0 + length }
    }
    for index in besideMainThread.indices {
      besideMainThread[index].deadline = besideMainThread[index].deadline.map { $0 + length }
    }
  }

  /// Shortens the limit of the head: an event has its full time on screen; an app that blocks its main
  /// thread with one when it leaves the screen has the time limit of leaving.
  private mutating func hurryHead(at now: Instant) {
    let limit = now + Callback.enterBackgroundLimit
    guard onMainThread[0].delivery.callback.hasCompletionHandler,
      onMainThread[0].deadline.map({ $0 > limit }) ?? false
    else { return }
    onMainThread[0].deadline = limit
    onMainThread[0].overrunCode = .watchdog
  }

  /// Handles the end of the task that the callback started, which no longer limits it; it may be
  /// suspended in the middle, unless others wait behind it.
  package mutating func taskIsOver(_ token: CallbackToken, at now: Instant) {
    guard let index = onMainThread.firstIndex(where: { $0.delivery.token == token }) else { return }
    onMainThread[index].isOver = true
    if onMainThread.count > 1 { clearHead(at: now) }
  }

  /// Releases a callback after its time off screen: the app may be suspended in the middle of it,
  /// unless others wait behind it.
  package mutating func release(_ token: CallbackToken, at now: Instant) {
    guard let index = onMainThread.firstIndex(where: { $0.delivery.token == token }) else { return }
    onMainThread[index].deadline = nil
    taskIsOver(token, at: now)
  }

  /// Limits an event that stays at the head beyond its time, so that those behind it can run.
  private mutating func clearHead(at now: Instant) {
    guard onMainThread[0].isOver, onMainThread[0].deadline == nil else { return }
    onMainThread[0].deadline = now + Callback.transitionLimit
    onMainThread[0].overrunCode = .watchdog
  }

  private mutating func startHead(at now: Instant) {
    guard !onMainThread.isEmpty, onMainThread[0].deadline == nil else { return }
    if onMainThread[0].isOver {
      // Alone, it has its full time, which does not run while the app is suspended.
      if onMainThread.count > 1 { clearHead(at: now) }
      return
    }
    onMainThread[0].start(at: now)
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension CallbackQueue {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("besideMainThread")
    besideMainThread.write(to: &writer)
    writer.key("onMainThread")
    onMainThread.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("besideMainThread")
    besideMainThread = try [CallbackQueue.Outstanding](from: &reader)
    try reader.key("onMainThread")
    onMainThread = try [CallbackQueue.Outstanding](from: &reader)
    try reader.endObject()
  }
}

extension CallbackQueue.Outstanding {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let deadline {
      writer.key("deadline")
      deadline.write(to: &writer)
    }
    writer.key("delivery")
    delivery.write(to: &writer)
    writer.key("isOver")
    isOver.write(to: &writer)
    writer.key("overrunCode")
    overrunCode.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    deadline = try reader.hasKey("deadline") ? Instant(from: &reader) : nil
    try reader.key("delivery")
    delivery = try Delivery(from: &reader)
    try reader.key("isOver")
    isOver = try Bool(from: &reader)
    try reader.key("overrunCode")
    overrunCode = try TerminationCode(from: &reader)
    try reader.endObject()
  }
}
