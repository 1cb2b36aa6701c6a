import TorporPosix

/// What a process takes of the machine, as `/proc` says.
struct ProcessFootprint {
  /// Resident memory in KiB: all, what is the process's alone, and what is pages of files.
  var residentKibibytes = 0
  var anonymousKibibytes = 0
  var fileKibibytes = 0
  /// How often it gave the processor up to wait: each return from `epoll_wait` that had to wait is
  /// one.
  var waits = 0
  /// Time on a processor, in nanoseconds.
  var processorNanoseconds: Int64 = 0

  /// Reads `status` and `schedstat`; zeros for a process that is gone.
  init(of processID: Int32) {
    let status = (try? Files.read("/proc/\(processID)/status")) ?? ""
    for line in status.split(separator: "\n") {
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count > 1, let number = Int(fields[1]) else { continue }
      switch fields[0] {
      case "VmRSS:": residentKibibytes = number
      case "RssAnon:": anonymousKibibytes = number
      case "RssFile:": fileKibibytes = number
      case "voluntary_ctxt_switches:": waits = number
      default: break
      }
    }
    let times = (try? Files.read("/proc/\(processID)/schedstat")) ?? ""
    processorNanoseconds = times.split(separator: " ").first.flatMap { Int64($0) } ?? 0
  }

  var residentMebibytes: Double { Double(residentKibibytes) / 1024 }

  var privateMebibytes: Double { Double(anonymousKibibytes) / 1024 }

  /// The resident memory and its parts, for people.
  var sentence: String {
    "\(residentMebibytes.rounded(to: 2)) MiB (\((Double(anonymousKibibytes) / 1024).rounded(to: 2)) "
      + "its own, \((Double(fileKibibytes) / 1024).rounded(to: 2)) of files)"
  }
}
