import TorporModel
import TorporText

/// What background work waits for, as a noun: "external power", "an unmetered network".
struct NeedText {
  /// What a job asked for, which makes the words exact; `nil` for the work of apps.
  var needs: JobNeeds?

  /// What must come before the condition holds.
  func noun(_ reason: Reason, subject: String? = nil) -> String {
    switch reason {
    case .externalPower: "external power"
    case .batteryLow: needs?.batteryPercentMin.map { "\($0)% of battery" } ?? "a fuller battery"
    case .network where subject == "wifiOnly": "Wi-Fi or a cable"
    case .energyAllowance: subject.map { "the energy allowance of \($0)" } ?? "its energy allowance"
    case .dataAllowance: subject.map { "the data allowance of \($0)" } ?? "its data allowance"
    case .automaticDownloadsOff:
      AutomaticDownloadsHold(subject: subject)?.asksForWifi == true
        ? "Wi-Fi or a cable" : "the user to open the app"
    case .network: needs?.network == .unmetered ? "an unmetered network" : "a network"
    case .deviceInUse:
      needs?.idle.map { "\(Quantities.typed($0)) of idle time" } ?? "an idle device"
    case .thermal: "a machine that is not hot"
    case .storage:
      needs?.freeBytesMin.map { Quantities.typed(bytes: $0) + " of free disk space" }
        ?? "free disk space"
    case .notBefore: "its time"
    case .dependency: subject.map { Self.job($0) } ?? "another job"
    case .slotTaken: subject.map { "a \($0)" } ?? "a free slot"
    case .plannedMoment: "a good time"
    case .lowPowerMode: "Low Power Mode to end"
    case .backgroundRefreshOff: "Background App Refresh"
    case .forceQuit: "the user to open the app"
    case .beforeFirstUnlock: "the first unlock"
    case .dataProtection: "an unlocked device"
    case .usage: "the app to be used more"
    case .budget: "background time"
    case .rateLimit: needs == nil ? "its rate limit" : "its next try"
    case .memoryPressure: "free memory"
    case .notRegistered: "a handler"
    case .notInProfile: "another profile"
    case .notPermitted: "an Info.plist key"
    case .retryInterval: "its next try"
    case .awaitsAnswer: "an answer from its app"
    case .suspendedByOwner: "its owner"
    default: Condition(reason, holds: false, subject: subject).label
    }
  }

  /// A job before another: "job backup", or "job backup, which failed".
  private static func job(_ subject: String) -> String {
    guard let space = subject.firstIndex(of: " ") else { return "job \(subject)" }
    return "job \(subject[..<space]), which\(subject[space...])"
  }

  func noun(_ condition: Condition) -> String {
    noun(condition.reason, subject: condition.subject)
  }

  /// The condition as a clause; what limits the rate of a job is the pause after a failure.
  func clause(_ condition: Condition) -> String {
    guard needs != nil, condition.reason == .rateLimit else {
      return condition.phrase(for: .run(.fetch))
    }
    return condition.holds
      ? "the pause after its failure has passed" : "it failed and waits before the next retry"
  }
}

extension Forecast {
  /// What to expect, as a sentence without its full stop: "next plausible run in 3h 10m, Sat 23:40;
  /// needs external power".
  ///
  /// The conditions name the things that are needed, where a reason alone does not.
  func text(_ clock: WallClock, _ words: NeedText, _ conditions: [Condition] = []) -> String {
    let needed = needs.map { reason in
      words.noun(conditions.first { $0.reason == reason && !$0.holds } ?? Condition(reason))
    }
    .joinedAsClause()
    // A moment that has come is no forecast of anything that is still needed.
    guard let at, at > clock.now else {
      return needs.isEmpty ? "is about to run" : "needs \(needed) (time unknown)"
    }
    return needs.isEmpty
      ? "next run \(clock.distance(to: at))"
      : "next plausible run \(clock.distance(to: at)); needs \(needed)"
  }
}
