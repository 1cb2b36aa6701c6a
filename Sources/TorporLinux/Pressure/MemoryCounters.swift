/// The kernel's counters of memory, from `/proc/vmstat`.
enum MemoryCounters {
  /// The value of a counter, in its own unit; `nil` where the kernel has no such counter.
  static func value(_ name: String, in text: String) -> Int64? {
    for line in text.split(separator: "\n") {
      // workingset_refault_file 800726
      guard line.hasPrefix(name), line.dropFirst(name.count).first == " " else { continue }
      return Int64(line.dropFirst(name.count + 1))
    }
    return nil
  }

  /// Pages of files that were dropped and then read again, since the machine was started.
  static func refaultedPages(in text: String) -> Int64? {
    // One counter for files and all else before Linux 5.9.
    value("workingset_refault_file", in: text) ?? value("workingset_refault", in: text)
  }
}
