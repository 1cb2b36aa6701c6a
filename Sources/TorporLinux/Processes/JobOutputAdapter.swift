package import TorporCore
package import TorporModel

/// What jobs have printed, in the files of their owners.
package final class JobOutputAdapter: JobOutputPort {
  private let folder: String

  /// Finds the files in a folder of the daemon, in which each user has one.
  package init(folder: String) { self.folder = folder }

  /// A piece of what was printed.
  ///
  /// - Throws: `JobOutputFailure` when it is there and cannot be read.
  package func read(
    _ job: JobIdentifier,
    ofUser userID: UInt32,
    offset: Int64,
    lengthMax: Int
  ) throws(JobOutputFailure) -> JobOutputPiece {
    try JobOutputFile.read(
      job,
      in: folder,
      userID: userID,
      offset: offset,
      lengthMax: lengthMax
    )
  }

  /// Removes what a forgotten job has printed.
  package func remove(_ job: JobIdentifier, ofUser userID: UInt32) {
    JobOutputFile.remove(job, in: folder, userID: userID)
  }
}
