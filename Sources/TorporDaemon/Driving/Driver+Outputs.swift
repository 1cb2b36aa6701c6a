import TorporCore
import TorporModel

// What jobs and apps have printed.

extension Driver {
  /// A piece of what a job has printed.
  ///
  /// - Throws: `JobOutputFailure` when it cannot be read.
  func output(
    of job: JobRecord,
    offset: Int64,
    lengthMax: Int
  ) throws(JobOutputFailure) -> JobOutputPiece {
    guard let outputs else { return JobOutputPiece() }
    return try outputs.read(
      job.job,
      ofUser: job.ownerUserID,
      offset: offset,
      lengthMax: lengthMax
    )
  }

  /// A piece of what an app has printed; `nil` where nothing is kept.
  ///
  /// - Throws: `JobOutputFailure` when it cannot be read.
  func output(
    of app: AppIdentifier,
    ofUser userID: UInt32,
    offset: Int64,
    lengthMax: Int
  ) throws(JobOutputFailure) -> JobOutputPiece? {
    try outputs?.read(app, ofUser: userID, offset: offset, lengthMax: lengthMax)
  }
}
