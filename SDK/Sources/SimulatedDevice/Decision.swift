public import Foundation

/// A decision of the device about the app, as it stands in the ledger.
public struct Decision: Hashable, Sendable, CustomStringConvertible {
  /// When, by the device's wall clock.
  public let date: Date
  /// What was decided about, such as `launch`, `wake`, `freeze`, `end`, `submit`.
  public let action: String
  /// Why the app was to run, such as `appRefresh`, `silentPush`, `region`.
  public let wakeReason: WakeReason?
  /// The work that it is about: the identifier of a task, or `fetch`.
  public let work: String?
  /// What became of it.
  public let verdict: Verdict
  /// Why: the names of the reasons, in the order in which the device looked at them.
  public let reasons: [String]

  /// What became of it.
  public enum Verdict: String, Hashable, Sendable {
    /// It was done.
    case done
    /// It was refused for good.
    case denied
    /// It has been waiting since.
    case waiting
  }

  /// What stands for the background fetch in the place of a task's identifier.
  public static let fetch = "fetch"

  init?(_ row: [String: Any]) {
    guard let action = row["action"] as? [String: Any], let name = action["name"] as? String,
      let micros = (row["wallMicroseconds"] as? NSNumber)?.int64Value,
      let verdict = (row["verdict"] as? String).flatMap(Verdict.init(rawValue:))
    else { return nil }
    date = Date(timeIntervalSince1970: Double(micros) / 1_000_000)
    self.action = name
    wakeReason = (action["wakeReason"] as? String).map(WakeReason.init(rawValue:))
    let activity = action["activity"] as? [String: Any]
    work = activity?["task"] as? String ?? (activity?["fetch"] == nil ? nil : Self.fetch)
    self.verdict = verdict
    let conditions = row["conditions"] as? [[String: Any]] ?? []
    reasons = conditions.compactMap { $0["reason"] as? String }
  }

  /// The decision in a line, for reading.
  public var description: String {
    let what = (wakeReason?.rawValue ?? work).map { "\(action) (\($0))" } ?? action
    return "\(date.ISO8601Format()) \(what) \(verdict.rawValue): \(reasons.joined(separator: ", "))"
  }
}

/// Why an app is run in the background.
public struct WakeReason: RawRepresentable, Hashable, Sendable {
  /// The reason's name, as the ledger has it.
  public let rawValue: String

  /// Makes the reason of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A refresh task.
  public static let appRefresh = WakeReason(rawValue: "appRefresh")
  /// A processing task.
  public static let processing = WakeReason(rawValue: "processing")
  /// A background fetch.
  public static let backgroundFetch = WakeReason(rawValue: "backgroundFetch")
  /// A silent push.
  public static let silentPush = WakeReason(rawValue: "silentPush")
  /// A push that the user sees.
  public static let visiblePush = WakeReason(rawValue: "visiblePush")
  /// A push that announces a call.
  public static let voIPPush = WakeReason(rawValue: "voipPush")
  /// A socket that the app keeps for calls, or its keep-alive.
  public static let voIPSocket = WakeReason(rawValue: "voipSocket")
  /// A transfer of a background session has ended.
  public static let transfer = WakeReason(rawValue: "transfer")
  /// An issue of a periodical: its announcement, or what was loaded for it.
  public static let newsstand = WakeReason(rawValue: "newsstand")
  /// A push of a channel.
  public static let pushToTalk = WakeReason(rawValue: "pushToTalk")
  /// Something about a peripheral, or a central.
  public static let bluetooth = WakeReason(rawValue: "bluetooth")
  /// As `bluetooth`, for an app that was launched for it and restores its managers.
  public static let bluetoothRestoring = WakeReason(rawValue: "bluetoothRestoring")
  /// An external accessory has something to say.
  public static let accessory = WakeReason(rawValue: "accessory")
  /// A significant change of location.
  public static let significantLocation = WakeReason(rawValue: "significantLocation")
  /// A region that the app monitors.
  public static let region = WakeReason(rawValue: "region")
  /// A visit.
  public static let visit = WakeReason(rawValue: "visit")
  /// What the user has done with a notification.
  public static let notificationResponse = WakeReason(rawValue: "notificationResponse")
}
