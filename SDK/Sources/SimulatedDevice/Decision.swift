public import Foundation

/// A decision of the device about the app, as recorded in the ledger.
public struct Decision: Hashable, Sendable, CustomStringConvertible {
  /// The time, by the device's wall clock.
  public let date: Date
  /// The action decided about, such as `launch`, `wake`, `freeze`, `end`, `submit`.
  public let action: String
  /// Why the app was to run, such as `appRefresh`, `silentPush`, `region`.
  public let wakeReason: WakeReason?
  /// The work concerned: the identifier of a task, or `fetch`.
  public let work: String?
  /// The outcome.
  public let verdict: Verdict
  /// The causes: the names of the reasons, in the order in which the device checked them.
  public let reasons: [String]

  /// The outcome of a decision.
  public enum Verdict: String, Hashable, Sendable {
    /// It was done.
    case done
    /// It was refused permanently.
    case denied
    /// It has been waiting since then.
    case waiting
  }

  /// The identifier of the background fetch, used in place of a task's identifier.
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

  /// The decision as one line of text.
  public var description: String {
    let what = (wakeReason?.rawValue ?? work).map { "\(action) (\($0))" } ?? action
    return "\(date.ISO8601Format()) \(what) \(verdict.rawValue): \(reasons.joined(separator: ", "))"
  }
}

/// Why an app is run in the background.
public struct WakeReason: RawRepresentable, Hashable, Sendable {
  /// The reason's name, as in the ledger.
  public let rawValue: String

  /// Makes a reason from its name.
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
  /// A socket that the app keeps open for calls, or its keep-alive.
  public static let voIPSocket = WakeReason(rawValue: "voipSocket")
  /// The end of a transfer of a background session.
  public static let transfer = WakeReason(rawValue: "transfer")
  /// An issue of a periodical: its announcement, or its download.
  public static let newsstand = WakeReason(rawValue: "newsstand")
  /// A push of a channel.
  public static let pushToTalk = WakeReason(rawValue: "pushToTalk")
  /// An event of a peripheral or a central.
  public static let bluetooth = WakeReason(rawValue: "bluetooth")
  /// The same as `bluetooth`, for an app that was launched for it and restores its managers.
  public static let bluetoothRestoring = WakeReason(rawValue: "bluetoothRestoring")
  /// Data from an external accessory.
  public static let accessory = WakeReason(rawValue: "accessory")
  /// A significant change of location.
  public static let significantLocation = WakeReason(rawValue: "significantLocation")
  /// A region that the app monitors.
  public static let region = WakeReason(rawValue: "region")
  /// A visit.
  public static let visit = WakeReason(rawValue: "visit")
  /// The user's response to a notification.
  public static let notificationResponse = WakeReason(rawValue: "notificationResponse")
}
