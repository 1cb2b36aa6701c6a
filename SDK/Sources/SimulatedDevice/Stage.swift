internal import AppleSupport
internal import CVirtualTime
internal import CoreBluetooth
internal import CoreLocation
internal import ExternalAccessory
internal import Foundation
internal import Glibc
internal import NewsstandKit
internal import PushToTalk
internal import Synchronization
internal import UIKit
internal import UserNotifications

/// The device's time, and the life of the app in it.
///
/// Everything here is used only by the device's thread, except `life`, which the main thread sets.
final class Stage: @unchecked Sendable {
  let link: DeviceLink
  let control: ControlConnection
  let servers: Servers
  /// Begins a life of the app.
  private let launch: @MainActor @Sendable () throws -> AppRun
  private let information: AppInformation
  /// The time zone of the process before.
  private let zone = DeviceLink.environment("TZ")
  private var isOver = false
  /// How long code of the app may run, by the machine's clock, before it counts as a runaway.
  private let patience: Duration
  /// The app's life in the process, while the system keeps it running.
  private let life = Mutex<AppRun?>(nil)
  private(set) var now: Int64 = 0
  /// The device's orders that have not been carried out yet.
  private var postponed: [String] = []
  /// The total that the device had sent to the app when it was last seen at rest.
  private var sentCount = 0

  /// Makes a device whose time is a given date, and sets the process's clocks to its time.
  init(
    _ launch: @escaping @MainActor @Sendable () throws -> AppRun,
    _ information: AppInformation,
    startingAt date: Date,
    patience: Duration
  ) throws {
    guard Self.dates.contains(date) else {
      throw DeviceError("a device cannot begin at \(date); its clock shows the years 2001 to 2100.")
    }
    self.launch = launch
    self.information = information
    self.patience = patience
    link = try DeviceLink(startingAt: date)
    control = try ControlConnection(folder: link.folder)
    servers = Servers(folder: link.folder)
    leaveSystem()
    torpor_vt_begin(link.page, Int64(date.timeIntervalSince1970 * 1_000_000_000))
    // Nothing of the app runs yet: the remaining threads of an earlier one stand still.
    torpor_vt_hold(true)
    Self.setZone("UTC")
    information.showInMainBundle()
  }

  /// From 2001 to 2100; the last days leave room for a life.
  private static let dates =
    Date(timeIntervalSince1970: 978_307_200)...Date(timeIntervalSince1970: 4_102_444_800)

  /// Ends the app and the device; the process's clocks show the machine's time again.
  ///
  /// - Returns: Whether it still existed.
  func stop() -> Bool {
    guard !isOver else { return false }
    isOver = true
    endLife()
    // Code triggered by the end runs before the clocks change.
    try? awaitQuiet(.seconds(1))
    torpor_vt_end()
    Self.setZone(zone)
    information.hideInMainBundle()
    link.stop()
    return true
  }

  /// Sets the time zone of the process; `nil`: that of the machine.
  private static func setZone(_ name: String?) {
    if let name { setenv("TZ", name, 1) } else { unsetenv("TZ") }
    tzset()
    NSTimeZone.resetSystemTimeZone()
  }

  // MARK: Time

  /// Lets the device's time pass, and the app run in it.
  func advance(by length: Duration) throws {
    let (seconds, attoseconds) = length.components
    let target = now + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    try settle()
    var (stillAt, stillCount) = (now, 0)
    while now < target {
      let own = torpor_vt_next()
      let answer = try link.ask("advance \(min(target, max(own, now)))")
      now = answer.now
      torpor_vt_fire()
      let hadOrders = try follow(answer)
      let isTold = answer.sentCount != sentCount
      sentCount = answer.sentCount
      if hadOrders || isTold || own <= now { try settle() }
      stillCount = now == stillAt ? stillCount + 1 : 0
      stillAt = now
      guard stillCount < Self.stepsAtOneMomentMax else {
        throw Runaway(kind: .busy, stacks: ThreadStacks.running())
      }
    }
    try settle()
  }

  /// More steps at one moment than any app needs; our choice.
  private static let stepsAtOneMomentMax = 10_000

  /// Waits until the app is at rest and no message is in transit between it and the device.
  func settle() throws {
    while true {
      try awaitQuiet(patience)
      // The device reads the app's messages before it answers. Unless it then sends one itself, the app, which was at
      // rest, still is.
      let answer = try link.ask("sync")
      now = answer.now
      let hadOrders = try follow(answer)
      let isSettled = !hadOrders && answer.sentCount == sentCount
      sentCount = answer.sentCount
      if isSettled { return }
    }
  }

  /// Sends the device a fact, and carries out the resulting orders.
  func tell(_ fact: String) throws {
    try settle()
    let answer = try link.ask(fact)
    now = answer.now
    _ = try follow(answer)
    try settle()
  }

  /// Waits until no thread of the process has anything to do.
  private func awaitQuiet(_ limit: Duration) throws {
    let (seconds, attoseconds) = limit.components
    var end =
      torpor_vt_real_nanoseconds() + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    // Short, because most handlers take some microseconds, and checking a running one takes two.
    var pause: Int64 = 20_000
    while !torpor_vt_is_quiet() {
      // Waiting for a server has its own limit (servers.c).
      if torpor_vt_awaits_server() {
        end = max(end, torpor_vt_real_nanoseconds() + seconds * 1_000_000_000)
      }
      guard torpor_vt_real_nanoseconds() < end else {
        throw Runaway(kind: .busy, stacks: ThreadStacks.running())
      }
      torpor_vt_pause(pause)
      pause = min(pause * 2, 100_000)
    }
  }

  // MARK: The app's process

  /// Carries out the device's orders for the process; returns whether code of the app may have run since.
  private func follow(_ answer: DeviceLink.Answer) throws -> Bool {
    var hasWork = false
    postponed += answer.orders
    // Orders that a runaway prevented are of no use later.
    defer { postponed = [] }
    while !postponed.isEmpty {
      let order = postponed.removeFirst()
      switch order.prefix(while: { $0 != " " }) {
      case "launch":
        try beginLife()
        hasWork = true
      case "end":
        endLife()
        try checkMainThread()
        hasWork = true
      // This starts no code.
      case "freeze": torpor_vt_hold(true)
      case "thaw":
        torpor_vt_hold(false)
        hasWork = true
      case "request":
        let answer = try link.ask(try servers.answer(order))
        now = answer.now
        postponed += answer.orders
        hasWork = true
      case "received": servers.received(order)
      default: throw DeviceError("the device gives an order that is not known: \(order)")
      }
    }
    return hasWork
  }

  private func beginLife() throws {
    setenv("TORPOR_SOCKET", link.folder + "/app", 1)
    torpor_vt_hold(false)
    let outcome = Outcome()
    let launch = launch
    DispatchQueue.main.async { [self] in
      MainActor.assumeIsolated {
        do {
          let run = try launch()
          life.withLock { $0 = run }
          outcome.state.withLock { $0 = .succeeded }
        } catch {
          outcome.state.withLock { $0 = .failed("\(error)") }
        }
      }
    }
    switch try wait(for: outcome) {
    case .succeeded: return
    case .waiting: throw Runaway(kind: .mainThreadBlocked, stacks: ThreadStacks.main())
    case .failed(let sentence): throw DeviceError("the app cannot be launched: \(sentence)")
    }
  }

  /// Ends the process: the app receives no more events, and its remains in Apple's singletons are removed.
  private func endLife() {
    leaveSystem()
    let run = life.withLock { life in
      defer { life = nil }
      return life
    }
    guard let run else { return }
    run.end()
    NotificationCenter.forgetObservers()
    UNUserNotificationCenter.forget()
    CLLocationManager.forgetAll()
    CBManager.forgetAll()
    EAAccessoryManager.forget()
    PTChannelManager.forget()
    NKLibrary.forget()
    AppleSystem.forgetStreams()
    torpor_vt_hold(true)
  }

  /// Removes the system: calls from now on find none.
  private func leaveSystem() { setenv("TORPOR_SOCKET", link.folder + "/the-app-has-ended", 1) }

  /// Checks whether the next life could begin.
  private func checkMainThread() throws {
    let outcome = Outcome()
    DispatchQueue.main.async { outcome.state.withLock { $0 = .succeeded } }
    guard case .succeeded = try wait(for: outcome) else {
      throw Runaway(kind: .mainThreadBlocked, stacks: ThreadStacks.main())
    }
  }

  /// Waits until the main thread has finished its work, or is at rest without finishing it.
  private func wait(for outcome: Outcome) throws -> Outcome.State {
    while true {
      try awaitQuiet(patience)
      let state = outcome.state.withLock { $0 }
      guard case .waiting = state else { return state }
      // It may be at rest because it waits for an answer of the device.
      let answer = try link.ask("sync")
      now = answer.now
      postponed += answer.orders
      guard answer.sentCount != sentCount else { return state }
      sentCount = answer.sentCount
    }
  }
}

/// The outcome of work given to the main thread.
private final class Outcome: Sendable {
  enum State: Sendable {
    case waiting
    case succeeded
    case failed(String)
  }

  let state = Mutex(State.waiting)
}
