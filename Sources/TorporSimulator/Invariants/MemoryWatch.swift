import TorporCore
import TorporModel

/// Follows who is ended for memory: nobody while half of it is free, and where swap counts as room nobody
/// before the last one has gone.
final class MemoryWatch: Watch {
  /// Whether the process of a launch is still there.
  var isAlive: (LaunchIdentifier) -> Bool = { _ in false }
  var endsOneByOne = false
  /// Whether any report since the last look, or the one before, said that less than half is free.
  private var wasScarce = false
  private var isScarce = false
  /// Whether memory was scarce when a process was told to end; what is decided is noted at its death, when
  /// others have given theirs back.
  private var ordered: [LaunchIdentifier: Bool] = [:]
  private var lastEnded: LaunchIdentifier?
  private var complaints: [String] = []

  func reported(_ report: MemoryReport) {
    // Without figures, and where swap is no room, the level is all that is known, and is believed.
    let isSaid = !endsOneByOne && report.evidence == nil && report.level == .critical
    isScarce = isSaid || report.availableBytes < report.totalBytes / 2
    if isScarce { wasScarce = true }
  }

  func ordered(_ launch: LaunchIdentifier) {
    ordered[launch] = wasScarce || ordered[launch] ?? false
  }

  func decided(_ decision: Decision) {
    guard case .end(let reason) = decision.action else { return }
    let wasScarceThen = decision.launch.flatMap { ordered.removeValue(forKey: $0) } ?? wasScarce
    guard reason == .jetsam, decision.verdict == .done else { return }
    let app = decision.app?.text ?? "an app"
    if !wasScarceThen { complaints.append("\(app) was ended for memory with half of it free") }
    if endsOneByOne, let last = lastEnded, last != decision.launch, isAlive(last) {
      complaints.append("\(app) was ended for memory before the memory of the last was back")
    }
    lastEnded = decision.launch
  }

  func daemonStarted(_ machine: SimulatedMachine, machineWasRestarted: Bool) {
    lastEnded = nil
    // A new daemon ends at once what the one before it had decided to end.
    ordered = ordered.mapValues { _ in true }
  }

  func broken(_ machine: SimulatedMachine) -> [String] {
    defer {
      complaints.removeAll()
      wasScarce = isScarce
    }
    return complaints
  }
}
