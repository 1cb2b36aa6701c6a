import Glibc
package import TorporCore
import TorporDaemon

/// Why a recording cannot be used, as sentences.
package struct ReplayFailure: Error, Hashable, Sendable {
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// The lines of a recording, one after the other; a file is never held in memory.
package final class RecordingSource {
  package let path: String
  package let byteCount: Int
  /// How much of it was read.
  package private(set) var bytesRead = 0
  /// Whether the last line was cut off, as by a loss of power; it is not used.
  package private(set) var isTorn = false
  /// The number of the line that was read last; the first is 1.
  package private(set) var lineNumber = 0
  private let file: Int32
  private var reader = RecordingReader()
  private var hasEnded = false
  /// What was read of the file and not used yet, from `place` on.
  private var piece: [UInt8] = []
  private var place = 0
  /// How much was read into pieces: not more than there was at the beginning, so that each pass sees the same of a
  /// recording that still runs.
  private var offset = 0

  /// How much is read at once, in bytes: 256 KiB; our choice.
  private static let pieceBytes = 256 << 10
  /// The longest line, in bytes: 64 MiB, which a daemon continues behind as well (`RecordingFile`).
  private static let lineBytesMax = 64 << 20

  /// - Throws: `ReplayFailure` where the file cannot be read.
  package init(_ path: String) throws(ReplayFailure) {
    self.path = path
    var facts = stat()
    errno = 0
    // A pipe would be waited for.
    var file: Int32 = -1
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG {
      file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    guard file >= 0 else {
      let cause = errno == 0 ? "it is not a file" : String(cString: strerror(errno))
      throw ReplayFailure(
        "'\(path)' cannot be read: \(cause). Check its path and who may read it; `torpor record status` names the "
          + "recording of this device."
      )
    }
    self.file = file
    byteCount = Int(facts.st_size)
  }

  deinit { close(file) }

  /// Begins with the first line again.
  package func rewind() {
    lseek(file, 0, SEEK_SET)
    (bytesRead, lineNumber, hasEnded, isTorn, reader) = (0, 0, false, false, RecordingReader())
    (piece, place, offset) = ([], 0, 0)
  }

  /// The next line; `nil` behind the last whole one.
  ///
  /// - Throws: `ReplayFailure` where it is no line of a recording, or one of a newer Torpor.
  package func next() throws(ReplayFailure) -> RecordingLine? {
    guard !hasEnded, let bytes = try readLine() else { return nil }
    lineNumber += 1
    do throws(RecordingReader.Failure) {
      let line = try reader.read(bytes)
      if lineNumber == 1 {
        guard case .header = line else { throw .notARecording("its first line is not a header") }
      }
      return line
    } catch {
      throw failure(error)
    }
  }

  private func readLine() throws(ReplayFailure) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if place == piece.count, try !fill() {
        hasEnded = true
        // Not even the first line has its end: it is something else.
        if line.isEmpty || lineNumber == 0 { return line.isEmpty ? nil : line }
        isTorn = true
        return nil
      }
      let end = newline()
      line += piece[place..<(end ?? piece.count)]
      guard line.count <= Self.lineBytesMax else {
        throw ReplayFailure(
          "'\(path)' is damaged at line \(lineNumber + 1): it is longer than \(Self.lineBytesMax >> 20) MiB, as no "
            + "line of a recording is."
        )
      }
      place = end.map { $0 + 1 } ?? piece.count
      if end != nil {
        bytesRead += line.count + 1
        return line
      }
    }
  }

  /// Where the next newline of the piece is.
  private func newline() -> Int? {
    piece.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base + place, Int32(UInt8(ascii: "\n")), bytes.count - place)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Reads the next piece; says whether there was any.
  private func fill() throws(ReplayFailure) -> Bool {
    var code: Int32 = 0
    let wanted = min(Self.pieceBytes, byteCount - offset)
    piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      var got = read(file, buffer.baseAddress, wanted)
      while got < 0, errno == EINTR { got = read(file, buffer.baseAddress, wanted) }
      if got < 0 { code = errno }
      count = max(0, got)
    }
    guard code == 0 else {
      throw ReplayFailure("'\(path)' cannot be read: \(String(cString: strerror(code))).")
    }
    place = 0
    offset += piece.count
    return !piece.isEmpty
  }

  private func failure(_ failure: RecordingReader.Failure) -> ReplayFailure {
    switch failure {
    case .newer(let cause):
      ReplayFailure(
        "'\(path)' was recorded by a newer Torpor: \(cause). Use the version that recorded it, or a later one."
      )
    case .notARecording(let cause) where lineNumber == 1:
      ReplayFailure(
        "'\(path)' is not a recording: \(cause). `torpor record start` begins one."
      )
    case .notARecording(let cause):
      ReplayFailure(
        "'\(path)' is damaged at line \(lineNumber): \(cause). What comes before it can be used: "
          + "`head -n \(lineNumber - 1)`."
      )
    }
  }
}
