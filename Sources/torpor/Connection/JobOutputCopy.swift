import TorporModel
import TorporText
import TorporWire

/// Copies what a job or an app prints to standard output, from an offset on.
struct OutputCopy {
  /// Whose output it is.
  enum Source {
    case job(JobIdentifier)
    case app(String)
  }

  private let source: Source
  private var offset: Int64
  /// On a terminal control characters are shown, not obeyed.
  private var printable = Terminal.isSeen ? PrintableOutput() : nil

  /// Takes out the lines that the daemon puts between runs; `nil`: they are shown.
  private var marks: RunMarkFilter?

  init(of source: Source, hidesMarks: Bool = false) {
    self.source = source
    offset = 0
    marks = hidesMarks ? RunMarkFilter() : nil
  }

  /// Leaves out all that was printed up to now.
  ///
  /// - Throws: `CommandFailure`.
  mutating func skip(on daemon: ControlConnection) throws(CommandFailure) {
    offset = try daemon.output(of: source, from: -1, lengthMax: 1).total
  }

  /// Copies all there is; returns whether more may come.
  ///
  /// - Throws: `CommandFailure`.
  @discardableResult
  mutating func copy(on daemon: ControlConnection) throws(CommandFailure) -> Bool {
    while true {
      let piece = try daemon.output(of: source, from: offset)
      if piece.offset > offset {
        let dropped = Quantities.text(ofBytes: piece.offset - offset)
        Terminal.reportError(
          "torpor: \(dropped) of its output is no longer kept; here is the rest."
        )
      }
      offset = piece.offset + Int64(piece.bytes.count)
      pass(marks?.filter(piece.bytes) ?? piece.bytes)
      guard !piece.bytes.isEmpty, offset < piece.total else { return piece.isRunning }
    }
  }

  /// Shows the last lines of what there is, and goes on from its end.
  ///
  /// - Throws: `CommandFailure`.
  mutating func showTail(lines: Int, on daemon: ControlConnection) throws(CommandFailure) {
    var tail = OutputTail(lines: lines)
    var begin = try daemon.output(of: source, from: -1, lengthMax: 1).total
    offset = begin
    while begin > 0, !tail.isFull {
      let wanted = max(0, begin - Int64(Control.JobOutput.lengthMaxMax))
      let piece = try daemon.output(of: source, from: wanted, lengthMax: Int(begin - wanted))
      tail.prepend(piece.bytes)
      // Where older output was dropped, the piece begins later than was asked for.
      guard piece.offset == wanted, !piece.bytes.isEmpty else { break }
      begin = wanted
    }
    pass(tail.bytes)
  }

  /// Shows what was held back of a last line or character whose rest never came.
  mutating func finish() {
    pass(marks?.finish() ?? [])
    show(printable?.finish() ?? [])
  }

  private mutating func pass(_ bytes: [UInt8]) { show(printable?.filter(bytes) ?? bytes) }

  private func show(_ bytes: [UInt8]) { Terminal.pass(bytes[...], isOfCommand: true) }
}

extension ControlConnection {
  /// A piece of an output.
  ///
  /// - Throws: `CommandFailure`.
  func output(
    of source: OutputCopy.Source,
    from offset: Int64,
    lengthMax: Int = Control.JobOutput.lengthMaxMax
  ) throws(CommandFailure) -> Control.JobOutput.Reply {
    switch source {
    case .job(let job):
      let job = job.description
      return try call(Control.JobOutput(job: job, offset: offset, lengthMax: lengthMax)).reply
    case .app(let app):
      return try call(Control.AppOutput(app: app, offset: offset, lengthMax: lengthMax)).reply
    }
  }
}
