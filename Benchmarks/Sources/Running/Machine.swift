import Glibc
import TorporPosix

/// What the figures were measured on.
enum Machine {
  /// One sentence: processor, cores, kernel, and how busy it was.
  static func sentence() -> String {
    let load = (try? Files.read("/proc/loadavg"))?.split(separator: " ").first.map { String($0) }
    let kernel = (try? Files.read("/proc/sys/kernel/osrelease"))?.split(separator: "\n").first
    return "\(processorName()), \(coreCount) cores, Linux \(kernel ?? "?"), "
      + "load \(load ?? "?") at the start\(isBuiltForDebugging ? ", DEBUG BUILD" : "")"
  }

  static var coreCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// Whether the program was built without optimisation: its times mean nothing then.
  static var isBuiltForDebugging: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }

  private static func processorName() -> String {
    let text = (try? Files.read("/proc/cpuinfo")) ?? ""
    for line in text.split(separator: "\n") where line.hasPrefix("model name") {
      return String(line.drop { $0 != ":" }.dropFirst(2))
    }
    return "unknown processor"
  }
}

/// Times of this process and this thread, in seconds.
enum Stopwatch {
  /// Since some fixed moment; goes on while the thread waits.
  static func wallSeconds() -> Double { read(CLOCK_MONOTONIC) }

  /// That this thread has run on a processor.
  static func threadSeconds() -> Double { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Since some fixed moment, in nanoseconds; the same for every process of the machine.
  static func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
