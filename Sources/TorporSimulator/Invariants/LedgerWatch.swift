import TorporCore
import TorporModel

/// Reads the ledger as it is written: each refusal has a reason.
final class LedgerWatch: Watch {
  private var complaints: [String] = []

  func decided(_ decision: Decision) {
    let about = "\(decision.app?.text ?? "the device"): \(decision.action)"
    let saysWhy = decision.conditions.contains { condition in
      // What takes work back has happened; it is not something to wait for.
      !condition.holds || condition.reason == .reboot || condition.reason == .daemonRestart
    }
    if decision.verdict != .done, !saysWhy {
      complaints.append("\(about) is \(decision.verdict) and no condition says why")
    }
    if case .wake = decision.action, decision.conditions.isEmpty {
      complaints.append("\(about) has no reason")
    }
  }

  func broken(_ machine: SimulatedMachine) -> [String] {
    defer { complaints.removeAll() }
    return complaints
  }
}
