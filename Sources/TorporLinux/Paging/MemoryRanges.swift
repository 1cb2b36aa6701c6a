internal import TorporPosix

/// The parts of a process's memory that can be written away or dropped.
enum MemoryRanges {
  /// In the order of their addresses; empty when the process is gone.
  ///
  /// What the kernel itself maps is left out, and so is what nobody may read or write: programs reserve
  /// up to a terabyte of that (V8's cage), and it holds nothing. The rest is for the kernel to refuse,
  /// piece by piece.
  static func pageable(of processID: Int32, procRoot: String) -> [Range<UInt64>] {
    // A browser has some 5,000 mappings of 100 bytes a line.
    let path = "\(procRoot)/\(processID)/maps"
    return (try? Files.read(path, bytesMax: 16 << 20)).map { parse($0) } ?? []
  }

  static func parse(_ text: String) -> [Range<UInt64>] {
    text.split(separator: "\n").compactMap { line in
      // 7f0c1000-7f0c3000 rw-p 00000000 00:00 0          [heap]
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count >= 5, !fields[1].hasPrefix("---"),
        !isOfKernel(fields.count > 5 ? fields[5] : "")
      else { return nil }
      let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard ends.count == 2, ends[0] < ends[1] else { return nil }
      return ends[0]..<ends[1]
    }
  }

  private static func isOfKernel(_ name: Substring) -> Bool {
    let name = name.drop { $0 == " " }
    return name.hasPrefix("[vvar") || name.hasPrefix("[vdso") || name.hasPrefix("[vsyscall")
  }
}
