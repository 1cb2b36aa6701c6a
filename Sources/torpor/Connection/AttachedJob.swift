import Glibc
import TorporModel
import TorporPosix
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

  /// How often a running job is asked for what it prints.
  ///
  /// What still feels immediate; our choice.
  private static let outputIntervalMilliseconds: Int32 = 250

  init(job: JobIdentifier, path: String, output: OutputCopy?) {
    self.job = job
    self.path = path
    self.output = output
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
    let changes = ControlMethod.log(LogQuery(countMax: 0, follows: true))
    // Opened before the first look at the job, so that no change is missed between the two.
    let events = try ControlConnection(to: path)
    try events.send(changes)
    _ = try events.receive(replyTo: changes)
    while true {
      let status = try daemon.job(job)
      try output?.copy(on: daemon)
      if status.state.isFinal { return status }
      let prints = output != nil && status.currentRun != nil
      let isNews = AttachedJob.isReadable(
        events.number,
        within: prints ? AttachedJob.outputIntervalMilliseconds : -1
      )
      if isNews { _ = try events.receive(replyTo: changes) }
    }
  }

  private static func isReadable(_ number: Int32, within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  /// How a job that is over ended: the exit status, and the words where the status does not say all.
  static func verdict(on job: JobStatus) -> (exitStatus: Int32, sentence: String?) {
    guard job.state != .cancelled, let end = job.lastRun?.end else {
      return (JobRunEnd.cancelled.exitStatus, "\(job.title) was cancelled.")
    }
    if case .exited = end { return (end.exitStatus, nil) }
    return (end.exitStatus, "\(job.title) \(end.clause(job.words)).")
  }
}
