import Glibc
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// A job that `torpor when --wait` and `torpor jobs output --follow` stay with until it is over.
///
/// What the daemon decides says when to look again; only while a run is under way is its output asked
/// for at intervals. Ctrl-C ends this program and leaves the job.
final class AttachedJob {
  private let job: JobIdentifier
  private let path: String
  /// `nil`: what the job prints is not asked for.
  private var output: OutputCopy?
  /// Where its runs send what they print; `nil`: the job was there before, or nothing can be sent here.
  private var server: OutputServer?
  /// By stream, where a terminal shows it: control characters are shown, not obeyed.
  private var printables: [UInt32: PrintableOutput] = [:]

  /// How often a running job is asked for what it prints.
  ///
  /// What still feels immediate; our choice.
  private static let outputIntervalMilliseconds: Int32 = 250

  init(job: JobIdentifier, path: String, output: OutputCopy?, server: OutputServer? = nil) {
    self.server = server
    self.job = job
    self.path = path
    self.output = output
    for stream: UInt32 in [1, 2] where Terminal.isSeen(asError: stream == 2) {
      printables[stream] = PrintableOutput()
    }
  }

  /// Waits for the end of the job, over restarts of the daemon, and returns it as it then is.
  ///
  /// - Throws: `CommandFailure`.
  func wait(on first: ControlConnection) throws(CommandFailure) -> JobStatus {
    var daemon = first
    while true {
      do throws(CommandFailure) {
        let status = try end(on: daemon)
        output?.finish()
        return status
      } catch {
        guard case .connectionLost = error else { throw error }
        daemon = try ControlConnection.awaitReturn(at: path, of: "job \(job)")
      }
    }
  }

  private func end(on daemon: ControlConnection) throws(CommandFailure) -> JobStatus {
    let changes = Control.Log(countMax: 0, follows: true)
    // Opened before the first look at the job, so that no change is missed between the two.
    let events = try ControlConnection(to: path)
    try events.send(changes)
    _ = try events.receive(replyTo: changes)
    while true {
      let status = try daemon.job(job)
      if server == nil { try output?.copy(on: daemon) }
      if status.state.isFinal {
        passRest(hasRun: status.lastRun != nil)
        // Where no run could reach this program, what is kept of them is shown.
        if server?.wasReached != true { try copyRest(on: daemon) }
        return status
      }
      let prints = server == nil && output != nil && status.currentRun != nil
      if isNews(on: events.number, within: prints ? AttachedJob.outputIntervalMilliseconds : -1) {
        _ = try events.receive(replyTo: changes)
      }
    }
  }

  /// What was printed just before the end is written a moment after it.
  private func copyRest(on daemon: ControlConnection) throws(CommandFailure) {
    var looksLeft = AttachedJob.looksForRestMax
    while looksLeft > 0, try output?.copy(on: daemon) ?? false {
      looksLeft -= 1
      poll(nil, 0, AttachedJob.restIntervalMilliseconds)
    }
  }

  // How often, and for how long in all, the rest of an output is looked for: 100 × 20 ms; our choice.
  // It is written within a millisecond, unless the disk is slow.
  private static let looksForRestMax = 100
  private static let restIntervalMilliseconds: Int32 = 20

  /// Waits for news of the job; meanwhile passes on what its run prints.
  private func isNews(on number: Int32, within milliseconds: Int32) -> Bool {
    while true {
      var entries = [pollfd(fd: number, events: Int16(POLLIN), revents: 0)]
      if let server { entries.append(pollfd(fd: server.number, events: Int16(POLLIN), revents: 0)) }
      guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return false }
      if entries[0].revents != 0 { return true }
      _ = server?.serve(pass)
    }
  }

  /// Passes on what the last run printed; its end has been told, so all of it comes at once.
  ///
  /// - Parameter hasRun: Whether there was a run, so that a writer comes even if none has come yet.
  private func passRest(hasRun: Bool) {
    guard let server else { return }
    var entry = pollfd(fd: server.number, events: Int16(POLLIN), revents: 0)
    // Until the writer has closed its end, or, if it never came, for a moment.
    defer { finishStreams() }
    let patience =
      hasRun && !server.wasReached
      ? AttachedJob.arrivalLimitMilliseconds : AttachedJob.restIntervalMilliseconds
    while server.hasRun || poll(&entry, 1, patience) > 0 {
      entry.fd = server.number
      poll(&entry, 1, AttachedJob.restLimitMilliseconds)
      guard server.serve(pass) else { return }
      entry.fd = server.number
    }
  }

  private func pass(_ stream: UInt32, _ bytes: ArraySlice<UInt8>) {
    let shown = printables[stream]?.filter(bytes)[...] ?? bytes
    Terminal.pass(shown, asError: stream == 2, isOfCommand: true)
  }

  /// Shows what was held back of a last character whose rest never came.
  private func finishStreams() {
    for stream: UInt32 in [1, 2] {
      let rest = printables[stream]?.finish()[...] ?? []
      Terminal.pass(rest, asError: stream == 2, isOfCommand: true)
    }
  }

  // How long the writer of a short run may take to connect: it starts with the run, and a busy machine may
  // give it a processor after the run has ended; our choice. A run that cannot see this program's
  // files costs that much once.
  private static let arrivalLimitMilliseconds: Int32 = 500

  // How long a writer may rest before it is taken for stuck, as by something that the run has left
  // running; our choice.
  private static let restLimitMilliseconds: Int32 = 2000

  /// Said where what the job prints cannot be sent here: the daemon keeps both streams in one file.
  static func mergedStreams(_ error: SystemError) -> String {
    "The job's standard error will come on standard output, because this program has no private folder "
      + "for a socket (\(error)). Set XDG_RUNTIME_DIR to a folder that only you can write to."
  }

  /// How a job that is over ended: the exit status, and the words where the status does not say all.
  static func verdict(on job: JobStatus) -> (exitStatus: Int32, sentence: String?) {
    if job.state == .failed, let before = job.failedBefore {
      return (1, "\(job.title) did not run: job \(before).")
    }
    guard job.state != .cancelled, let end = job.lastRun?.end else {
      return (JobRunEnd.cancelled.exitStatus, "\(job.title) was cancelled.")
    }
    if case .exited = end { return (end.exitStatus, nil) }
    return (end.exitStatus, "\(job.title) \(end.clause(job.words)).")
  }
}
