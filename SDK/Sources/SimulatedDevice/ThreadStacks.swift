internal import CVirtualTime
internal import Glibc

/// The current positions of the process's threads.
enum ThreadStacks {
  /// The number of threads that are examined (quiet.c), and of frames worth reading; our choice.
  private static let threadsMax = 512
  private static let framesMax = 64

  /// Returns the stacks of the running threads.
  ///
  /// For each thread, it is the longest one seen in several samples: within some libraries nothing leads to the caller,
  /// and a thread that wakes itself repeatedly may be asleep at that moment.
  static func running() -> [[String]] {
    var longest: [pid_t: [String]] = [:]
    for _ in 0..<100 {
      for thread in threads(running: true) {
        let stack = stack(of: thread)
        if stack.count > longest[thread]?.count ?? 0 { longest[thread] = stack }
      }
      torpor_vt_pause(1_000_000)
    }
    return longest.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the stack of the main thread, which has the number of the process.
  static func main() -> [[String]] { [stack(of: getpid())].filter { !$0.isEmpty } }

  private static func threads(running: Bool) -> [pid_t] {
    var threads = [pid_t](repeating: 0, count: threadsMax)
    let count = torpor_vt_threads(&threads, Int32(threads.count), running)
    return Array(threads[..<Int(count)])
  }

  private static func stack(of thread: pid_t) -> [String] {
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer.self, capacity: framesMax) { frames in
      guard let first = frames.baseAddress else { return [] }
      let count = Int(torpor_vt_frames(thread, first, Int32(framesMax)))
      return frames[..<count].map(symbol).filter { !$0.isEmpty }
    }
  }

  private static func symbol(_ address: UnsafeMutableRawPointer) -> String {
    var text = [CChar](repeating: 0, count: 512)
    torpor_vt_symbol(address, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
