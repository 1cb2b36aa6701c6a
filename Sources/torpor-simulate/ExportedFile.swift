import Glibc
import TorporPosix
import TorporSimulator

/// A file that an export makes: a new one, readable by its owner only; what cannot be finished is removed.
final class ExportedFile {
  let path: String
  /// How much was written.
  private(set) var byteCount = 0
  private let file: Descriptor
  private var waiting: [UInt8] = []
  private var isFinished = false

  /// How much is written at once, in bytes: 1 MiB; our choice.
  private static let pieceBytes = 1 << 20

  /// - Throws: `ReplayFailure` where there is a file already, or none can be made.
  init(_ path: String) throws(ReplayFailure) {
    self.path = path
    do throws(SystemError) {
      file = try Files.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    } catch {
      throw ReplayFailure(
        error.code == EEXIST
          ? "'\(path)' already exists, and an export never replaces a file. Choose another name, or remove it."
          : "'\(path)' cannot be created: \(SystemError.text(of: error.code)). Choose another folder."
      )
    }
    Output.removeIfEnded(path)
  }

  deinit { if !isFinished { unlink(path) } }

  func write(_ line: [UInt8]) throws(ReplayFailure) {
    waiting += line
    if waiting.count >= Self.pieceBytes { try flush() }
  }

  /// Writes what is left, up to the disk.
  func finish() throws(ReplayFailure) {
    try flush()
    let number = file.rawValue
    guard fdatasync(number) == 0 else { throw failure(errno) }
    isFinished = true
    Output.keep()
  }

  private func flush() throws(ReplayFailure) {
    let number = file.rawValue
    var written = 0
    while written < waiting.count {
      let count = waiting[written...].withUnsafeBytes {
        Glibc.write(number, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(count < 0 ? errno : EIO) }
      written += count
    }
    byteCount += written
    waiting.removeAll(keepingCapacity: true)
  }

  private func failure(_ code: Int32) -> ReplayFailure {
    ReplayFailure(
      "'\(path)' cannot be written: \(SystemError.text(of: code)). What was written of it is removed. Make room, or "
        + "choose another folder."
    )
  }
}
