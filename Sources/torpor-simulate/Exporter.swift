import Glibc
import TorporSimulator

/// Exports a recording without what identifies its user.
struct Exporter {
  static let usage = "usage: torpor record export [--recording FILE] FILE"

  /// The recording, and the file that is made.
  let files: [String]

  /// Reads the arguments after the mode.
  ///
  /// - Throws: `Options.Mistake` with what is wrong.
  init(_ arguments: [String]) throws(Options.Mistake) {
    let files = arguments.first == "--" ? Array(arguments.dropFirst()) : arguments
    guard files.count == 2 else {
      throw Options.Mistake(sentence: "Give a recording and the file to create. \(Self.usage)")
    }
    self.files = files
  }

  /// Exports; returns the exit status: 0 the same is decided without names, 1 it is not.
  ///
  /// - Throws: `ReplayFailure`.
  func export() throws -> Int32 {
    var random = SystemRandomNumberGenerator()
    var export = RecordingExport(try RecordingSource(files[0]), using: &random)
    let file = try ExportedFile(files[1])
    ReplayTrap.arm(files[0], "record export", verb: "exported")
    let progress = WorkProgress("Exporting")
    export.progress = { permille, line in
      ReplayTrap.reach(line)
      progress.show(permille)
    }
    let report = try export.run { line throws(ReplayFailure) in try file.write(line) }
    try file.finish()
    progress.end()
    Output.show(ExportText(report, path: file.path, bytes: file.byteCount).lines)
    return report.changedCount == 0 ? 0 : 1
  }
}
