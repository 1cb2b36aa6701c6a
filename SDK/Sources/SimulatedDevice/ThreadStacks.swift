internal import CVirtualTime
internal import Glibc

/// Where threads of the process are.
enum ThreadStacks {
  /// As many threads as are looked at (quiet.c), and frames that are worth reading; our choice.
  private static let threadsMax = 512
  private static let framesMax = 64

  /// The stacks of the threads that run now.
  ///
  /// Of each thread the longest one that is seen in some looks: inside of some libraries nothing leads to the caller, and
  /// one that wakes itself again and again may sleep at the very moment.
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

  /// The stack of the main thread, which has the number of the process.
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
