// What a job printed, as pieces of bytes that are cut anywhere.

/// The last lines of bytes that come from the end backwards.
struct OutputTail: Hashable {
  private(set) var bytes: [UInt8] = []
  private let lines: Int
  /// Whether there are as many lines as are wanted.
  private(set) var isFull: Bool

  init(lines: Int) {
    self.lines = lines
    isFull = lines == 0
  }

  /// Puts what was printed before in front, and keeps the last lines of all.
  mutating func prepend(_ earlier: [UInt8]) {
    bytes = earlier + bytes
    // A line end at the very end ends the last line, and begins none.
    var count = bytes.last == UInt8(ascii: "\n") ? 0 : 1
    for index in bytes.indices.reversed() where bytes[index] == UInt8(ascii: "\n") {
      if count == lines {
        bytes.removeSubrange(...index)
        isFull = true
        return
      }
      count += 1
    }
  }
}

/// Takes the lines out of a job's output that the daemon puts in front of every run:
/// `--- run 3 began 2026-11-21T20:00:00Z ---`, `--- the --on-failure command began 2026-11-21T20:00:03Z ---`.
///
/// A user who waits for one command wants only its own words. Only a line that can still become such a
/// mark is held back, so that a prompt without a line end is seen at once.
struct RunMarkFilter {
  /// The beginning of a line, while it can be a mark.
  private var held: [UInt8] = []
  private var isAtLineStart = true

  private static let openings = ["--- run ", "--- the --on-failure command began "].map {
    Array($0.utf8)
  }
  /// The longest line that can be a mark; one has some 60 bytes.
  ///
  /// Our choice.
  private static let bytesMax = 100

  /// The bytes without marks.
  mutating func filter(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    for byte in bytes {
      let isEnd = byte == UInt8(ascii: "\n")
      guard isAtLineStart || !held.isEmpty else {
        kept.append(byte)
        isAtLineStart = isEnd
        continue
      }
      held.append(byte)
      isAtLineStart = false
      if isEnd {
        if !RunMarkFilter.isMark(held) { kept += held }
        held = []
        isAtLineStart = true
      } else if !canBecomeMark {
        kept += held
        held = []
      }
    }
    return kept
  }

  /// What was held back, when nothing follows.
  mutating func finish() -> [UInt8] {
    defer { held = [] }
    return held
  }

  private var canBecomeMark: Bool {
    held.count <= RunMarkFilter.bytesMax
      && RunMarkFilter.openings.contains { zip(held, $0).allSatisfy { $0 == $1 } }
  }

  private static func isMark(_ line: [UInt8]) -> Bool {
    let words = String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ")
    if words.starts(with: ["---", "the", "--on-failure", "command", "began"]) {
      return words.count == 7 && words[6] == "---"
    }
    return words.count == 6 && words[0] == "---" && words[1] == "run" && UInt64(words[2]) != nil
      && words[3] == "began" && words[5] == "---"
  }
}
