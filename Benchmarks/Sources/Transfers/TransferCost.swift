import Glibc
import TorporPosix

/// What it took to get files: time by the clock, and time on processors of everybody who had a hand
/// in it on our side of the connection.
struct TransferCost {
  var wallMilliseconds: Double
  var processorMilliseconds: Double
}

/// A program that is run to its end.
struct ForegroundProgram {
  let path: String

  /// It did not end well, or not all came of it that should.
  struct Failure: Error, CustomStringConvertible {
    let program: String
    let cause: String
    var description: String { "\(program) \(cause)" }
  }

  /// Debian's program of that name, where it is installed.
  init?(installed name: String) {
    path = "/usr/bin/" + name
    guard access(path, X_OK) == 0 else { return nil }
  }

  init(_ program: PeerProgram) { path = program.path }

  /// Runs the program, silent, and says what it cost.
  ///
  /// - Throws: `Failure` unless it ends with 0.
  func run(
    _ arguments: [String],
    environment: [String] = [],
    in folder: String = "/"
  ) throws -> TransferCost {
    let nothing = try Files.open("/dev/null", O_RDWR)
    let start = ProcessStart(
      executable: path,
      arguments: [path] + arguments,
      environment: ["PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C"] + environment,
      workingDirectory: folder
    )
    let begin = Stopwatch.wallSeconds()
    let processID = try start.start(
      standardDescriptors: (nothing.rawValue, nothing.rawValue, nothing.rawValue),
      inheritedDescriptor: nil,
      groupDirectory: nil
    ).processID
    var status: Int32 = 0
    var usage = rusage()
    while wait4(processID, &status, 0, &usage) < 0, errno == EINTR {}
    let wall = Stopwatch.wallSeconds() - begin
    guard status == 0 else {
      throw Failure(program: path, cause: "ended with the wait status \(status)")
    }
    return TransferCost(
      wallMilliseconds: wall * 1e3,
      processorMilliseconds: Self.milliseconds(usage.ru_utime) + Self.milliseconds(usage.ru_stime)
    )
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
  }
}

/// Processor time of a process with all its threads and everybody whom it has started.
enum ProcessorTime {
  static func milliseconds(ofTree processID: Int32) -> Double {
    tree(of: processID).reduce(0) { $0 + milliseconds(of: $1) }
  }

  /// The process and its descendants.
  static func tree(of processID: Int32) -> [Int32] {
    var all = [processID]
    var index = 0
    while index < all.count {
      for thread in Files.names(in: "/proc/\(all[index])/task") {
        let children = (try? Files.read("/proc/\(all[index])/task/\(thread)/children")) ?? ""
        all += children.split(separator: " ").compactMap { Int32($0) }
      }
      index += 1
    }
    return all
  }

  private static func milliseconds(of processID: Int32) -> Double {
    Files.names(in: "/proc/\(processID)/task").reduce(0) { sum, thread in
      let times = (try? Files.read("/proc/\(processID)/task/\(thread)/schedstat")) ?? ""
      let nanoseconds = times.split(separator: " ").first.flatMap { Int64($0) } ?? 0
      return sum + Double(nanoseconds) / 1e6
    }
  }
}
