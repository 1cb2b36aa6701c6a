internal import Glibc
package import TorporCore
package import TorporModel
internal import TorporPosix

/// What jobs and apps have printed, in the files of their owners.
package final class JobOutputAdapter: JobOutputPort {
  private let folder: String
  private let logFolder: String

  /// Finds the files in folders of the daemon, in each of which each user has one.
  package init(folder: String, logFolder: String) {
    self.folder = folder
    self.logFolder = logFolder
  }

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
      job.description,
      in: folder,
      userID: userID,
      offset: offset,
      lengthMax: lengthMax
    )
  }

  /// Removes what a forgotten job has printed.
  package func remove(_ job: JobIdentifier, ofUser userID: UInt32) {
    JobOutputFile.remove(job.description, in: folder, userID: userID)
  }

  /// A piece of what an app has printed, or a plain command; `nil` where nothing of that name is kept.
  ///
  /// - Throws: `JobOutputFailure` when it is there and cannot be read.
  package func read(
    _ app: AppIdentifier,
    ofUser userID: UInt32,
    offset: Int64,
    lengthMax: Int
  ) throws(JobOutputFailure) -> JobOutputPiece? {
    let folders = [logFolder, AppLog.commandFolder(in: logFolder)]
    guard let folder = folders.first(where: { Files.exists("\($0)/\(userID)/\(app).log") }) else {
      return nil
    }
    return try JobOutputFile.read(
      app.text,
      in: folder,
      userID: userID,
      offset: offset,
      lengthMax: lengthMax
    )
  }

  /// Removes what an app has printed; that of a plain command stays for a while after its end.
  package func remove(_ app: AppIdentifier, of owner: RecipeOwner) {
    guard owner.container != nil else { return }
    JobOutputFile.remove(app.text, in: logFolder, userID: owner.userID)
  }
}

/// The file that an app prints to which was started without streams of its own.
enum AppLog {
  /// Plain commands are forgotten when they end, so what they print is kept apart, for a while.
  static func commandFolder(in logFolder: String) -> String { logFolder + "/commands" }

  /// Makes the file ready and starts what writes it; returns where the app prints to.
  ///
  /// - Throws: `SystemError` naming the path, or what could not be started.
  static func open(
    _ app: AppIdentifier,
    _ recipe: LaunchRecipe,
    in logFolder: String,
    groupDirectory: Int32?,
    program: AttendantProgram?
  ) throws(SystemError) -> OutputWriter.Inlet {
    var folder = logFolder
    if recipe.container == nil {
      folder = commandFolder(in: logFolder)
      try Files.makeFolder(folder, mode: 0o711)
      JobOutputFile.removeOld(in: folder, userID: recipe.userID)
      // Each run of a command begins anew.
      JobOutputFile.remove(app.text, in: folder, userID: recipe.userID)
    }
    _ = try LogFile.open(
      app.text,
      in: folder,
      userID: recipe.userID,
      groupID: recipe.groupID,
      emptiesLong: false
    )
    JobOutputFile.trim(app.text, in: folder, userID: recipe.userID)
    return try JobOutputFile.startWriter(
      of: app.text,
      in: folder,
      as: .init(userID: recipe.userID, groupID: recipe.groupID),
      groupDirectory: groupDirectory,
      program: program
    )
  }
}
