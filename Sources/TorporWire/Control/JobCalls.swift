package import TorporModel

/// A command that is to wait for its conditions, with how it is started.
///
/// Whose it is comes from the caller's connection.
package struct JobSubmission: Hashable, Sendable {
  /// What is asked for; its `schedule.after` and `schedule.afterAny` are empty.
  package var request: JobRequest
  /// Jobs that must have finished well, by the names or numbers that the person typed.
  package var after: [String]
  /// Jobs that must have finished, well or not; as `after`.
  package var afterAny: [String]
  /// The path of the executable; absolute.
  package var executable: String
  /// The arguments, with the name of the program first.
  package var arguments: [String]
  /// `NAME=value`, the whole environment.
  package var environment: [String]
  /// Where it starts; absolute.
  package var workingDirectory: String

  package init(
    request: JobRequest,
    after: [String] = [],
    afterAny: [String] = [],
    executable: String,
    arguments: [String],
    environment: [String],
    workingDirectory: String
  ) {
    self.request = request
    self.after = after
    self.afterAny = afterAny
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }
}

/// Which jobs are asked for.
package struct JobQuery: Hashable, Sendable {
  /// The name or number of one; `nil`: all.
  package var job: String?
  /// Only those with a higher number: the `next` of the page before.
  package var after: JobIdentifier?

  package init(job: String? = nil, after: JobIdentifier? = nil) {
    self.job = job
    self.after = after
  }
}

/// Which piece of a job's output is asked for.
package struct JobOutputQuery: Hashable, Sendable {
  /// The job's name or number.
  package var job: String
  /// The first byte wanted, counted from the first that the job ever printed; below 0: from the end.
  package var offset: Int64
  /// The most bytes wanted; the daemon gives 256 KiB at most.
  package var lengthMax: Int

  package init(job: String, offset: Int64 = 0, lengthMax: Int = JobOutputQuery.lengthMaxMax) {
    self.job = job
    self.offset = offset
    self.lengthMax = lengthMax
  }

  /// The most bytes of one answer.
  ///
  /// 256 KiB, our choice: in base 64 a third of what a message may hold.
  package static let lengthMaxMax = 256 << 10
}

/// Which part of what an app has printed is asked for.
package struct AppOutputQuery: Hashable, Sendable {
  /// The app as a person names it; one that has ended by its identifier, with or without `run.`.
  package var app: String
  /// As in `JobOutputQuery`.
  package var offset: Int64
  package var lengthMax: Int

  package init(app: String, offset: Int64 = 0, lengthMax: Int = JobOutputQuery.lengthMaxMax) {
    self.app = app
    self.offset = offset
    self.lengthMax = lengthMax
  }
}

/// A piece of what the runs of a job have printed, or an app.
package struct JobOutput: Hashable, Sendable {
  /// The bytes, as they were printed.
  package var bytes: [UInt8]
  /// Where they begin; later than was asked for where older output was dropped.
  package var offset: Int64
  /// How many bytes the job has printed in all; the next offset of whoever follows is at most that.
  package var total: Int64
  /// Whether a run is under way, so that more may come.
  package var isRunning: Bool

  package init(bytes: [UInt8], offset: Int64, total: Int64, isRunning: Bool) {
    self.bytes = bytes
    self.offset = offset
    self.total = total
    self.isRunning = isRunning
  }
}
