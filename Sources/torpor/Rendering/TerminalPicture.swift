import Glibc
import TorporPosix
import TorporWire

/// A picture in a terminal, by kitty's graphics protocol: a PNG in pieces, as base64.
enum TerminalPicture {
  /// Lines that a picture is high: 8, so that three cards fit into a window of 30; our choice.
  private static let rows = 8
  /// The most that the protocol takes in one piece.
  private static let pieceLength = 4096
  /// What is read of a file: 1 MiB, half as much again as a picture of a window can take (480 x 480 pixels of 3 bytes);
  /// our choice.
  private static let bytesMax = 1 << 20
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Whether the terminal says that it is one of those that know the protocol; a multiplexer says that it is itself.
  static func isUnderstood(by environment: (String) -> String?) -> Bool {
    let kinds = ["xterm-kitty", "xterm-ghostty"]
    return kinds.contains(environment("TERM") ?? "")
      || environment("TERM_PROGRAM") == "WezTerm" && environment("TERM")?.hasPrefix("xterm") == true
  }

  /// The bytes of a PNG; `nil`: it is none, or cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    guard let facts = try? Files.factsOfFile(path), facts.st_size <= bytesMax,
      let file = try? Files.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    let count = bytes.withUnsafeMutableBytes { try? Files.reread(file, into: $0, path) }
    return count == bytes.count && bytes.starts(with: signature) ? bytes : nil
  }

  /// What makes the terminal show it, and go to the next line.
  static func kitty(_ png: [UInt8]) -> [UInt8] {
    let text = Array(Base64.text(of: png).utf8)
    var shown: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: pieceLength) {
      let end = min(start + pieceLength, text.count)
      let isLast = end == text.count
      // f=100: a PNG; q=2: the terminal sends no answer, which would not be read.
      let head = start == 0 ? "a=T,f=100,q=2,r=\(rows),m=\(isLast ? 0 : 1)" : "m=\(isLast ? 0 : 1)"
      shown += Array("\u{1b}_G\(head);".utf8) + text[start..<end] + Array("\u{1b}\\".utf8)
    }
    return shown + [10]
  }
}
