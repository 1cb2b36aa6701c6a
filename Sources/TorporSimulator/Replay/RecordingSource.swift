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
  private let file: UnsafeMutablePointer<FILE>
  private var reader = RecordingReader()
  private var lineNumber = 0
  private var hasEnded = false

  /// - Throws: `ReplayFailure` where the file cannot be read.
  package init(_ path: String) throws(ReplayFailure) {
    self.path = path
    var facts = stat()
    errno = 0
    // A pipe would be waited for.
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      let file = fopen(path, "re")
    else {
      let cause = errno == 0 ? "it is not a file" : String(cString: strerror(errno))
      throw ReplayFailure(
        "'\(path)' cannot be read: \(cause). Check its path and who may read it; `torpor record status` names the "
          + "recording of this device."
      )
    }
    self.file = file
    byteCount = Int(facts.st_size)
  }

  deinit { fclose(file) }

  /// Begins with the first line again.
  package func rewind() {
    Glibc.rewind(file)
    (bytesRead, lineNumber, hasEnded, isTorn, reader) = (0, 0, false, false, RecordingReader())
  }

  /// The next line; `nil` behind the last whole one.
  ///
  /// - Throws: `ReplayFailure` where it is no line of a recording, or one of a newer Torpor.
  package func next() throws(ReplayFailure) -> RecordingLine? {
    guard !hasEnded, let bytes = readLine() else { return nil }
    lineNumber += 1
    do throws(RecordingReader.Failure) {
      let line = try reader.read(bytes)
      if lineNumber == 1 {
        guard case .header = line else { throw .notARecording("its first line is no header") }
      }
      return line
    } catch {
      throw failure(error)
    }
  }

  private func readLine() -> [UInt8]? {
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    let count = getline(&buffer, &capacity, file)
    guard count > 0, let buffer else {
      hasEnded = true
      return nil
    }
    let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
    guard bytes.last == UInt8(ascii: "\n") else {
      hasEnded = true
      // Not even the first line has its end: it is something else.
      isTorn = lineNumber > 0
      return isTorn ? nil : Array(bytes)
    }
    bytesRead += count
    return Array(bytes.dropLast())
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
