internal import TorporCore
internal import TorporPosix
internal import TorporSQLite

extension JournalFailure {
  /// Says what SQLite's error means for the journal, and what to do.
  ///
  /// `replacement`: what became of a log beside the file before SQLite opened it.
  init(_ error: SQLiteError, after replacement: String? = nil) {
    let cause: String
    if error.code == 0 {
      cause = error.text
    } else if error.isDiskFull {
      cause = "the disk is full; make room, nothing that was accepted is lost"
    } else if error.isCorrupt {
      cause =
        "the file is damaged or is not a journal (\(error.text)); move it away to start from the "
        + "beginning, or restore a copy"
    } else if error.isBusy {
      cause = "another process has it open; stop the other daemon, or give another state folder"
    } else {
      let beneath = error.systemCode == 0 ? "" : ": \(SystemError.text(of: error.systemCode))"
      cause = "\(error.text) (SQLite \(error.code))\(beneath)"
    }
    self.init(
      operation: error.operation,
      path: error.path,
      cause: replacement.map { "\(cause). Before that: \($0)" } ?? cause,
      isDiskFull: error.isDiskFull
    )
  }
}
