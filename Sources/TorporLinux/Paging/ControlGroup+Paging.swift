internal import TorporPosix

extension ControlGroup {
  /// The file by which the kernel takes memory from the whole group; `nil` where it has none.
  var reclaimPath: String? {
    let file = path + "/memory.reclaim"
    return Files.exists(file) ? file : nil
  }

  /// How many page faults of the group's processes have waited for a disk since their starts.
  func majorFaults(procRoot: String) -> Int64 {
    processIDs().reduce(0) { sum, processID in
      sum + (ProcessStat(of: processID, procRoot: procRoot)?.majorFaults ?? 0)
    }
  }
}
