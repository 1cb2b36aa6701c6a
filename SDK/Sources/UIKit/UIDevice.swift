internal import AppleSupport
public import Foundation

/// The kind of device for which a user interface is made.
public enum UIUserInterfaceIdiom: Int, Sendable {
  /// No kind: there is no screen.
  case unspecified = -1
  /// A telephone; never here.
  case phone = 0
  /// A tablet; never here.
  case pad = 1
  /// A television; never here.
  case tv = 2
  /// A car; never here.
  case carPlay = 3
  /// A computer; never here.
  case mac = 5
}

/// The machine on which the app runs.
@preconcurrency @MainActor
open class UIDevice: NSObject {
  /// The state of the battery.
  public enum BatteryState: Int, Sendable {
    /// It is unknown or not monitored.
    case unknown = 0
    /// The machine runs on the battery.
    case unplugged = 1
    /// The machine is on external power, and the battery is not full.
    case charging = 2
    /// The machine is on external power, and the battery is full.
    case full = 3
  }

  /// The machine.
  public class var current: UIDevice { theOne }
  private static let theOne = UIDevice(BatteryReading(), release: OperatingSystemRelease())

  private let reading: BatteryReading
  private let release: OperatingSystemRelease
  private var timer: Foundation.Timer?
  private var last = BatteryReading.Value(level: -1, state: .unknown)

  /// The seconds between two checks of the battery; our choice, because one per cent lasts some minutes.
  private static let interval: TimeInterval = 30

  /// Resets the state to that of a new process.
  package static func forget() { theOne.isBatteryMonitoringEnabled = false }

  init(_ reading: BatteryReading, release: OperatingSystemRelease) {
    (self.reading, self.release) = (reading, release)
    super.init()
  }

  // MARK: Identity

  /// Its name on the network.
  open var name: String { ProcessInfo.processInfo.hostName }
  /// The model: "Linux".
  open var model: String { "Linux" }
  /// The same as `model`.
  open var localizedModel: String { model }
  /// The name of the distribution.
  open var systemName: String { release["NAME"] ?? "Linux" }
  /// The version of the distribution; "0" if it has none.
  open var systemVersion: String { release["VERSION_ID"] ?? "0" }
  /// No kind.
  open var userInterfaceIdiom: UIUserInterfaceIdiom { .unspecified }
  /// Whether apps can run off screen: they can.
  open var isMultitaskingSupported: Bool { true }

  /// An identifier of this app on this machine, which stays the same until the app's container is removed.
  open var identifierForVendor: UUID? { VendorIdentifier.current }

  // MARK: The battery

  /// Whether the battery is monitored.
  open var isBatteryMonitoringEnabled = false {
    didSet {
      guard isBatteryMonitoringEnabled != oldValue else { return }
      timer?.invalidate()
      timer = nil
      last = BatteryReading.Value(level: -1, state: .unknown)
      guard isBatteryMonitoringEnabled else { return }
      last = reading.value()
      let next = Foundation.Timer(
        fire: Date(timeIntervalSinceNow: Self.interval),
        interval: Self.interval,
        repeats: true
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.look() }
      }
      RunLoop.main.add(next, forMode: .default)
      timer = next
    }
  }

  /// The charge, from 0 to 1; -1 if it is unknown or not monitored.
  open var batteryLevel: Float { isBatteryMonitoringEnabled ? reading.value().level : -1 }

  /// The state of the battery.
  open var batteryState: BatteryState {
    isBatteryMonitoringEnabled ? reading.value().state : .unknown
  }

  /// Checks the battery, and posts the changes.
  func look() {
    guard isBatteryMonitoringEnabled else { return }
    let before = last
    last = reading.value()
    if last.level != before.level { post(Self.batteryLevelDidChangeNotification) }
    if last.state != before.state { post(Self.batteryStateDidChangeNotification) }
  }

  private func post(_ name: NSNotification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  /// `batteryLevel` has changed.
  public nonisolated static let batteryLevelDidChangeNotification = NSNotification.Name(
    "UIDeviceBatteryLevelDidChangeNotification"
  )
  /// `batteryState` has changed.
  public nonisolated static let batteryStateDidChangeNotification = NSNotification.Name(
    "UIDeviceBatteryStateDidChangeNotification"
  )
}

/// The kernel's information about the machine's batteries, in `/sys/class/power_supply`.
struct BatteryReading {
  struct Value: Equatable {
    var level: Float
    var state: UIDevice.BatteryState
  }

  let folder: String

  init(folder: String = "/sys/class/power_supply") { self.folder = folder }

  /// Returns the state of the first battery that belongs to the machine, not to a mouse.
  func value() -> Value {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let battery = names.sorted().first {
      text($0, "type") == "Battery" && text($0, "scope") != "Device"
    }
    guard let battery, let percent = text(battery, "capacity").flatMap(Float.init) else {
      return Value(level: -1, state: .unknown)
    }
    let state: UIDevice.BatteryState =
      switch text(battery, "status") {
      // As on Apple's systems: on external power, and not full.
      case "Charging", "Not charging": percent >= 100 ? .full : .charging
      case "Full": .full
      case "Discharging": .unplugged
      default: .unknown
      }
    return Value(level: min(max(percent, 0), 100) / 100, state: state)
  }

  private func text(_ name: String, _ file: String) -> String? {
    let text = try? String(contentsOfFile: "\(folder)/\(name)/\(file)", encoding: .utf8)
    return text?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// The information about the distribution (os-release(5)).
struct OperatingSystemRelease {
  private let values: [String: String]

  init(files: [String] = ["/etc/os-release", "/usr/lib/os-release"]) {
    let text = files.lazy.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.first
    var values: [String: String] = [:]
    for line in (text ?? "").split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      values[String(parts[0])] = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
    }
    self.values = values
  }

  subscript(key: String) -> String? { values[key] }
}

/// An identifier of this app on this machine, stored in its container.
enum VendorIdentifier {
  static var current: UUID? { read(in: folder) }

  /// The container, otherwise a folder with the app's name in the user's data.
  private static var folder: String {
    let container = ProcessInfo.processInfo.environment["TORPOR_CONTAINER"]
    if let container { return container + "/Library/Application Support" }
    let data = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
      .first
    let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    return (data?.path ?? NSHomeDirectory()) + "/" + name
  }

  /// Returns the identifier stored in the folder, and creates it the first time; `nil` if it cannot be stored.
  static func read(in folder: String) -> UUID? {
    let file = folder + "/identifier-for-vendor"
    if let kept = number(file) { return kept }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? Data(UUID().uuidString.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    return number(file)
  }

  private static func number(_ file: String) -> UUID? {
    (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { UUID(uuidString: $0) }
  }
}
