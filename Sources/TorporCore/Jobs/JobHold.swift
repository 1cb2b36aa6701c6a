package import TorporModel

/// The hold of a job on its process.
package struct JobHold: Hashable, Sendable, Saved {
  package let job: JobIdentifier
  /// The number of the run, from 1.
  package let run: Int
  package let since: Instant
  /// Whether it is paused until its conditions hold again.
  package internal(set) var isPaused = false
  /// The command for a failure that the process runs; `nil`: it runs the job's own.
  package let failure: FailureCommand?

  init(job: JobIdentifier, run: Int, since: Instant, failure: FailureCommand? = nil) {
    self.job = job
    self.run = run
    self.since = since
    self.failure = failure
  }
}
