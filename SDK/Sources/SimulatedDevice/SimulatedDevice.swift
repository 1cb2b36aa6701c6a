public import Foundation
public import SwiftUI
internal import Synchronization
public import UIKit

/// A device on which an app runs in virtual time, within the process of its test.
///
///     @Test func refreshesADay() async throws {
///       let device = try await SimulatedDevice(
///         app: AppDelegate.self, infoPlist: AppInformation(contentsOf: folder))
///       try await device.launch()
///       try await device.background()
///       try await device.advance(by: .days(30))
///       #expect(try await device.runs(of: "com.example.refresh").count > 20)
///     }
///
/// The policy is that of Torpor's daemon, and the app's side consists of the SDK's own modules. Time passes only while
/// all threads of the process are at rest, so code takes no time. A process has one device at a time: the next one is
/// created when the previous one has been deallocated.
public final class SimulatedDevice: Sendable {
  // Shape: one method for each action of a user, or event of a device.
  /// The app's identifier.
  public let app: String
  private let thread: DeviceThread
  private let stage: Stage

  /// Makes a device on which the app is installed and nothing is running.
  ///
  /// - Parameters:
  ///   - app: The class of the app's delegate, which is instantiated at each launch.
  ///   - infoPlist: The app's `Info.plist`, which `Bundle.main` shows in the meantime.
  ///   - date: The initial time of the wall clock; by default a Monday morning in UTC, so that a test does not depend
  ///     on when it runs.
  ///   - rules: The version of iOS whose rules apply.
  ///   - patience: How long code of the app may run, by the machine's clock, before it counts as a runaway.
  /// - Throws: `DeviceError`.
  public convenience init<Delegate: NSObject & UIApplicationDelegate>(
    app: Delegate.Type,
    infoPlist: AppInformation,
    startingAt date: Date = SimulatedDevice.firstMoment,
    rules: Rules = .iOS26,
    patience: Duration = .seconds(10)
  ) async throws {
    let delegate: AnyClass = app
    try await self.init({ try AppRun(delegate) }, infoPlist, date, rules, patience)
  }

  /// Makes a device like the other form, for an app with SwiftUI's life cycle, which is instantiated at each launch.
  ///
  /// - Throws: `DeviceError`.
  public convenience init<Main: App>(
    app: Main.Type,
    infoPlist: AppInformation,
    startingAt date: Date = SimulatedDevice.firstMoment,
    rules: Rules = .iOS26,
    patience: Duration = .seconds(10)
  ) async throws {
    try await self.init(AppLife.launch(Main.self), infoPlist, date, rules, patience)
  }

  /// The default start of a device's wall clock: Monday, 5 January 2026, 8:00 in UTC.
  public static let firstMoment = Date(timeIntervalSince1970: 1_767_600_000)

  private init(
    _ launch: @escaping @MainActor @Sendable () throws -> AppRun,
    _ infoPlist: AppInformation,
    _ date: Date,
    _ rules: Rules,
    _ patience: Duration
  ) async throws {
    try await DeviceTurn.shared.take(infoPlist.identifier)
    let thread = DeviceThread()
    self.thread = thread
    self.app = infoPlist.identifier
    do {
      stage = try await Self.run(on: thread) {
        try Home.clear()
        let stage = try Stage(launch, infoPlist, startingAt: date, patience: patience)
        do {
          if rules != .iOS26 {
            try stage.control.call("ChangeSetting", ["profile": rules.rawValue])
          }
          try stage.control.call("Install", infoPlist.installation)
          try stage.settle()
        } catch {
          _ = stage.stop()
          throw error
        }
        return stage
      }
    } catch {
      thread.finish()
      await DeviceTurn.shared.giveUp()
      throw error
    }
  }

  deinit {
    let (stage, thread) = (stage, thread)
    thread.run {
      if stage.stop() { Task { await DeviceTurn.shared.giveUp() } }
      thread.finish()
    }
  }

  /// Ends the app and the device, which can no longer be used; without this call, that happens when nothing refers to
  /// it.
  public func end() async {
    let (stage, thread) = (stage, thread)
    let isFirst = await withCheckedContinuation { continuation in
      thread.run { continuation.resume(returning: stage.stop()) }
    }
    if isFirst { await DeviceTurn.shared.giveUp() }
  }

  // MARK: Control

  private static func run<Value: Sendable>(
    on thread: DeviceThread,
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      thread.run { continuation.resume(with: Result { try body() }) }
    }
  }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (Stage) throws -> Value
  ) async throws -> Value {
    let stage = stage
    return try await Self.run(on: thread) { try body(stage) }
  }

  func call(_ method: String, _ parameters: [String: Any] = [:]) async throws {
    nonisolated(unsafe) let parameters = parameters
    try await run { stage in
      try stage.settle()
      try stage.control.call(method, parameters)
      try stage.settle()
    }
  }

  func addServer(
    _ host: String,
    _ answer: @escaping @Sendable (Request) -> Response
  ) async throws {
    try await run { try $0.servers.add(host, answer) }
  }

  func tell(_ fact: String) async throws {
    try await run { try $0.tell(fact) }
  }

  // MARK: Time

  /// Lets time pass, with all events in it.
  ///
  /// - Throws: `Runaway` if code of the app does not finish.
  public func advance(by length: Duration) async throws {
    try await run { try $0.advance(by: length) }
  }

  /// The time of the device's wall clock, and of `Date()` in the app.
  public var date: Date { Date() }

  // MARK: Actions of the user

  /// Taps the app's icon: it is launched or comes to the foreground.
  public func launch() async throws { try await call("Launch", ["app": app]) }

  /// Leaves the app for the home screen.
  public func background() async throws { try await call("Home", ["app": app]) }

  /// Removes the app from the app switcher.
  public func forceQuit() async throws { try await call("Quit", ["app": app]) }

  /// Locks the screen.
  public func lock() async throws { try await call("Lock") }

  /// Unlocks the screen.
  public func unlock() async throws { try await call("Unlock") }

  /// Taps a notification of the app or chooses one of its actions.
  public func respond(to notification: String, action: String? = nil) async throws {
    var parameters = ["app": app, "notification": notification]
    parameters["action"] = action
    try await call("Respond", parameters)
  }

  /// When the app may use the location.
  public enum LocationPermission: String, Sendable {
    /// Never.
    case denied
    /// While it is in use.
    case whenInUse
    /// Always.
    case always
  }

  /// Sets when the app may use the location.
  public func allowLocation(_ permission: LocationPermission) async throws {
    try await call("ChangeSetting", ["app": app, "location": permission.rawValue])
  }

  /// Sets whether the app may show notifications.
  public func allowNotifications(_ isAllowed: Bool) async throws {
    try await call("ChangeSetting", ["app": app, "allowsNotifications": isAllowed])
  }

  /// Sets whether the app is refreshed in the background.
  public func allowBackgroundRefresh(_ isAllowed: Bool) async throws {
    try await call("ChangeSetting", ["app": app, "backgroundRefresh": isAllowed ? "on" : "off"])
  }

  /// Turns Low Power Mode on or off.
  public func setLowPowerMode(_ isOn: Bool) async throws {
    try await call("ChangeSetting", ["lowPowerMode": isOn])
  }

  // MARK: Events of the device

  /// The network that carries the device's traffic.
  public enum Network: String, Sendable {
    /// No network.
    case none
    /// Wi-Fi.
    case wifi
    /// A cellular network.
    case cellular
  }

  /// Changes the network that the policy sees; sockets of the test's process are not affected.
  public func setNetwork(_ network: Network) async throws {
    try await tell("network \(network.rawValue)")
  }

  /// Connects or disconnects external power, and sets the charge of the battery.
  public func setPower(isCharging: Bool, percent: Int) async throws {
    try await tell("power \(isCharging ? "external" : "battery") \(percent)")
  }

  /// Changes the number of free bytes on the 128 GB disk that the policy sees; files of the test are not affected.
  public func setFreeSpace(bytes: Int64) async throws { try await tell("storage \(max(0, bytes))") }

  /// The memory pressure.
  public enum MemoryPressure: String, Sendable {
    /// Memory is sufficient.
    case normal
    /// Memory is becoming short.
    case warning
    /// Memory is short: suspended apps are ended.
    case critical
  }

  /// Sets the memory pressure.
  public func memoryPressure(_ pressure: MemoryPressure) async throws {
    try await tell("memory \(pressure.rawValue)")
  }

  /// Sets the app's memory footprint as the policy sees it; 60 MB by default.
  public func setFootprint(bytes: Int) async throws { try await tell("footprint \(bytes)") }

  /// Sends the app a push, as a sender would; without a type, the payload determines it.
  public func push(_ payload: [String: Any], type: PushType? = nil) async throws {
    let json = try JSONSerialization.data(withJSONObject: payload, options: [.sortedKeys])
    var parameters = ["app": app, "payload": String(decoding: json, as: UTF8.self)]
    parameters["type"] = type?.rawValue
    try await call("Push", parameters)
  }

  /// Moves the device to a place.
  public func move(latitude: Double, longitude: Double, accuracyMetres: Double = 5) async throws {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      throw DeviceError(
        "\(latitude), \(longitude) is not a location: latitudes go to 90 degrees, longitudes to 180."
      )
    }
    try await tell("place \(latitude) \(longitude) \(max(0, accuracyMetres))")
  }

  /// Moves the device along a track, in the time that it takes.
  public func move(along track: Track) async throws {
    var passed = Duration.zero
    for point in track.points {
      if point.after > passed { try await advance(by: point.after - passed) }
      passed = max(passed, point.after)
      try await move(latitude: point.latitude, longitude: point.longitude)
    }
  }

  // MARK: For developers

  /// Runs a pending task now, regardless of its conditions, as Xcode's debugger does.
  public func launchTask(_ identifier: String) async throws {
    try await call("SimulateLaunch", ["app": app, "task": identifier])
  }

  /// Ends the time of a running task now.
  public func expireTask(_ identifier: String) async throws {
    try await call("SimulateExpiration", ["app": app, "task": identifier])
  }

  // MARK: Observations

  /// Returns the state of the app: `active`, `inactive`, `background`, `suspended` or `notRunning`.
  public func appState() async throws -> String {
    let app = app
    return try await run { stage in
      let answer = try stage.control.call("Why", ["app": app])
      return (answer["app"] as? [String: Any])?["state"] as? String ?? "unknown"
    }
  }

  /// Returns every decision about the app, oldest first.
  public func decisions() async throws -> [Decision] {
    let app = app
    return try await run { stage in
      // Pages from the newest to the oldest.
      var pages: [[Decision]] = []
      var before: String?
      repeat {
        var parameters: [String: Any] = ["app": app, "count": 1000]
        parameters["before"] = before
        let answer = try stage.control.call("Log", parameters)
        pages.append((answer["decisions"] as? [[String: Any]] ?? []).compactMap(Decision.init))
        before = answer["earlier"] as? String
      } while before != nil
      return pages.reversed().flatMap { $0 }
    }
  }

  /// Returns the identifiers of the app's notifications that were shown and have not been removed.
  public func notifications() async throws -> [String] {
    let app = app
    return try await run { stage in
      let rows = try stage.control.call("ListNotifications", ["app": app])["notifications"]
      return (rows as? [[String: Any]] ?? []).compactMap { row in
        guard row["isDelivered"] as? Bool == true else { return nil }
        return (row["notification"] as? [String: Any])?["identifier"] as? String
          ?? row["identifier"] as? String
      }
    }
  }

  /// Returns the times at which a task of the scheduler was run; for `Decision.fetch`, the background fetch.
  public func runs(of task: String) async throws -> [Decision] {
    try await decisions().filter {
      $0.verdict == .done && $0.action == "run" && $0.work == task
    }
  }

  /// Returns the times at which the app was launched or woken in the background for a reason; a suspended app is not
  /// woken for a task, but only resumed: `runs(of:)`.
  public func wakes(for reason: WakeReason? = nil) async throws -> [Decision] {
    let all = try await decisions().filter { decision in
      decision.verdict == .done && ["launch", "wake"].contains(decision.action)
        && decision.wakeReason != nil && (reason == nil || decision.wakeReason == reason)
    }
    // An app that is launched for an event is also woken for it: that counts as one time.
    let launches = Set(all.filter { $0.action == "launch" }.map { [$0.date: $0.wakeReason] })
    return all.filter { $0.action == "launch" || !launches.contains([$0.date: $0.wakeReason]) }
  }

  /// Returns everything that the device knows of the app, a task or the fetch, and its decisions: the output of `torpor
  /// why`.
  public func why(_ subject: String? = nil) async throws -> String {
    let subject = subject ?? app
    return try await run { try $0.link.output(of: "torpor", ["why", subject]) }
  }

  /// Returns the decisions about the app with their reasons: the output of `torpor log`.
  public func log() async throws -> String {
    let app = app
    return try await run { try $0.link.output(of: "torpor", ["log", app]) }
  }
}
