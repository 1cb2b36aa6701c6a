internal import TorporPosix

extension ControlGroup {
  /// The file by which the group is told to give memory back; `nil` where there is none.
  var reclaimPath: String? { features.hasReclaim ? path + "/memory.reclaim" : nil }

  /// How many page faults of the group's processes have waited for a disk since their starts.
  func majorFaults(procRoot: String) -> Int64 {
    processIDs().reduce(0) { sum, processID in
      sum + (ProcessStat(of: processID, procRoot: procRoot)?.majorFaults ?? 0)
    }
  }
}
