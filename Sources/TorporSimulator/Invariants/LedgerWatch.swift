import TorporCore
import TorporModel

/// Reads the ledger as it is written: whoever is told no is told why.
final class LedgerWatch: Watch {
  private var complaints: [String] = []

  func decided(_ decision: Decision) {
    let about = "\(decision.app?.text ?? "the device"): \(decision.action)"
    if decision.verdict != .done, !decision.conditions.contains(where: { !$0.holds }) {
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
