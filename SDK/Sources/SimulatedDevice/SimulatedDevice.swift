public import Foundation
public import SwiftUI
internal import Synchronization
public import UIKit

/// A device on which an app lives in virtual time, in the process of its test.
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
/// The policy is that of Torpor's daemon, and the app's side is the SDK's own modules. Time passes only while all threads
/// of the process rest, so that code takes none of it. A process has one device at a time: the next one is made when the
/// one before is gone.
public final class SimulatedDevice: Sendable {
  // Shape: one method for each thing that a user does, or that happens to a device.
  /// The app's identifier.
  public let app: String
  private let thread: DeviceThread
  private let stage: Stage

  /// Makes a device on which the app is installed and nothing runs.
  ///
  /// - Parameters:
  ///   - app: The class of the app's delegate, which is made at each launch.
  ///   - infoPlist: The app's `Info.plist`, which `Bundle.main` shows meanwhile.
  ///   - date: What the wall clock shows at the beginning; a Monday morning in UTC where nothing is said, so that a test
  ///     does not depend on when it runs.
  ///   - rules: The version of iOS whose rules hold.
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

  /// As the other form, for an app with SwiftUI's life cycle, which is made at each launch.
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

  /// Where nothing is said, the wall clock of a device begins here: Monday, 5 January 2026, 8:00 in UTC.
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

  /// Ends the app and the device, which is of no use afterwards; otherwise that is done when nothing refers to it.
  public func end() async {
    let (stage, thread) = (stage, thread)
    let isFirst = await withCheckedContinuation { continuation in
      thread.run { continuation.resume(returning: stage.stop()) }
    }
    if isFirst { await DeviceTurn.shared.giveUp() }
  }

  // MARK: Steering

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

  /// Lets time pass, with all that happens in it.
  ///
  /// - Throws: `Runaway` where code of the app does not come to an end.
  public func advance(by length: Duration) async throws {
    try await run { try $0.advance(by: length) }
  }

  /// What the device's wall clock shows, and `Date()` in the app.
  public var date: Date { Date() }

  // MARK: What the user does

  /// Taps the app's icon: it is launched, or comes to the front.
  public func launch() async throws { try await call("Launch", ["app": app]) }

  /// Leaves the app, for the home screen.
  public func background() async throws { try await call("Home", ["app": app]) }

  /// Removes the app from the app switcher.
  public func forceQuit() async throws { try await call("Quit", ["app": app]) }

  /// Locks the screen.
  public func lock() async throws { try await call("Lock") }

  /// Unlocks the screen.
  public func unlock() async throws { try await call("Unlock") }

  /// Taps a notification of the app, or chooses one of its actions.
  public func respond(to notification: String, action: String? = nil) async throws {
    var parameters = ["app": app, "notification": notification]
    parameters["action"] = action
    try await call("Respond", parameters)
  }

  /// When the app may know where the device is.
  public enum LocationPermission: String, Sendable {
    /// Never.
    case denied
    /// While it is in use.
    case whenInUse
    /// Always.
    case always
  }

  /// Decides when the app may know where the device is.
  public func allowLocation(_ permission: LocationPermission) async throws {
    try await call("ChangeSetting", ["app": app, "location": permission.rawValue])
  }

  /// Decides whether the app may show notifications.
  public func allowNotifications(_ isAllowed: Bool) async throws {
    try await call("ChangeSetting", ["app": app, "allowsNotifications": isAllowed])
  }

  /// Decides whether the app is refreshed in the background.
  public func allowBackgroundRefresh(_ isAllowed: Bool) async throws {
    try await call("ChangeSetting", ["app": app, "backgroundRefresh": isAllowed ? "on" : "off"])
  }

  /// Turns Low Power Mode on or off.
  public func setLowPowerMode(_ isOn: Bool) async throws {
    try await call("ChangeSetting", ["lowPowerMode": isOn])
  }

  // MARK: What happens to the device

  /// The link that carries the device's traffic.
  public enum Network: String, Sendable {
    /// There is none.
    case none
    /// Wi-Fi.
    case wifi
    /// A cellular network.
    case cellular
  }

  /// Changes the network that the policy knows; sockets of the test's process are not touched.
  public func setNetwork(_ network: Network) async throws {
    try await tell("network \(network.rawValue)")
  }

  /// Connects external power, or takes it away, with that much in the battery.
  public func setPower(isCharging: Bool, percent: Int) async throws {
    try await tell("power \(isCharging ? "external" : "battery") \(percent)")
  }

  /// Changes how many bytes are free on the disk of 128 GB that the policy knows; files of the test are not touched.
  public func setFreeSpace(bytes: Int64) async throws { try await tell("storage \(max(0, bytes))") }

  /// How hard it is to get memory.
  public enum MemoryPressure: String, Sendable {
    /// There is enough.
    case normal
    /// It becomes short.
    case warning
    /// It is short: suspended apps are ended.
    case critical
  }

  /// Makes memory short, or gives it back.
  public func memoryPressure(_ pressure: MemoryPressure) async throws {
    try await tell("memory \(pressure.rawValue)")
  }

  /// What the app takes of memory from now on, as the policy has it; 60 MB where nothing is said.
  public func setFootprint(bytes: Int) async throws { try await tell("footprint \(bytes)") }

  /// Sends the app a push, as a sender would; where no type is named it is what the payload makes it.
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

  /// Moves the device along a way, in the time that it takes.
  public func move(along track: Track) async throws {
    var passed = Duration.zero
    for point in track.points {
      if point.after > passed { try await advance(by: point.after - passed) }
      passed = max(passed, point.after)
      try await move(latitude: point.latitude, longitude: point.longitude)
    }
  }

  // MARK: For developers

  /// Runs a pending task now, past its conditions, as Xcode's debugger does.
  public func launchTask(_ identifier: String) async throws {
    try await call("SimulateLaunch", ["app": app, "task": identifier])
  }

  /// Ends the time of a running task now.
  public func expireTask(_ identifier: String) async throws {
    try await call("SimulateExpiration", ["app": app, "task": identifier])
  }

  // MARK: What is seen

  /// How the app stands: `active`, `inactive`, `background`, `suspended` or `notRunning`.
  public func appState() async throws -> String {
    let app = app
    return try await run { stage in
      let answer = try stage.control.call("Why", ["app": app])
      return (answer["app"] as? [String: Any])?["state"] as? String ?? "unknown"
    }
  }

  /// Every decision about the app, oldest first.
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

  /// The notifications of the app that were shown and not removed, by their identifiers.
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

  /// The times at which a task of the scheduler was run; of `Decision.fetch`, the background fetch.
  public func runs(of task: String) async throws -> [Decision] {
    try await decisions().filter {
      $0.verdict == .done && $0.action == "run" && $0.work == task
    }
  }

  /// The times at which the app was launched or woken in the background for a reason; a suspended app is not woken for a
  /// task, but only runs on: `runs(of:)`.
  public func wakes(for reason: WakeReason? = nil) async throws -> [Decision] {
    let all = try await decisions().filter { decision in
      decision.verdict == .done && ["launch", "wake"].contains(decision.action)
        && decision.wakeReason != nil && (reason == nil || decision.wakeReason == reason)
    }
    // An app that is launched for something is woken for it, too: that is one time.
    let launches = Set(all.filter { $0.action == "launch" }.map { [$0.date: $0.wakeReason] })
    return all.filter { $0.action == "launch" || !launches.contains([$0.date: $0.wakeReason]) }
  }

  /// All that the device knows of the app, a task or the fetch, and what it has decided: what `torpor why` prints.
  public func why(_ subject: String? = nil) async throws -> String {
    let subject = subject ?? app
    return try await run { try $0.link.output(of: "torpor", ["why", subject]) }
  }

  /// The decisions about the app with their reasons: what `torpor log` prints.
  public func log() async throws -> String {
    let app = app
    return try await run { try $0.link.output(of: "torpor", ["log", app]) }
  }
}
