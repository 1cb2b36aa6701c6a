package import TorporPosix

/// Whether the device's timer wakes the machine from suspend, and if not, why.
package enum SuspendWaking: Hashable, Sendable {
  case works
  /// The daemon was not asked to.
  case isNotWanted
  /// The kernel does not let this process set alarms.
  case isRefused(SystemError)
  /// The machine has no clock that could wake it, as a virtual one.
  case hasNoClock(folder: String)

  /// Finds out by trying; only the clocks of the machine are looked up below `sysRoot`.
  static func probe(isWanted: Bool, sysRoot: String) -> SuspendWaking {
    guard isWanted else { return .isNotWanted }
    do throws(SystemError) {
      try AlarmTimer.probe()
    } catch {
      return .isRefused(error)
    }
    let folder = sysRoot + "/class/rtc"
    // The kernel shows the file for a clock that has an alarm and may wake the machine.
    let canWake = Files.names(in: folder).contains {
      Files.exists("\(folder)/\($0)/wakealarm")
    }
    return canWake ? .works : .hasNoClock(folder: folder)
  }

  /// Why not, as the end of a sentence; `nil` where it works.
  package var unavailableReason: String? {
    switch self {
    case .works: nil
    case .isNotWanted: "torpord runs without --wake-from-suspend"
    case .isRefused(let error): "\(error); it needs CAP_WAKE_ALARM"
    case .hasNoClock(let folder): "\(folder) shows no clock with an alarm"
    }
  }
}
