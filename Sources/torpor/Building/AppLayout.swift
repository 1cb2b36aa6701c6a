import Glibc
import TorporModel
import TorporPosix

/// Puts an app together: `NAME.app` with its program and its Info.plist.
struct AppLayout {
  let folder: String
  /// Where the app of an earlier build goes.
  let trash: String

  /// The app is put together anew beside the old one, and takes its place whole; a program that runs keeps its own.
  ///
  /// `beside` are files and folders that belong beside the program, such as resources of packages.
  ///
  /// - Throws: `CommandFailure.failed` naming what cannot be written; the old app is there then.
  func put(
    _ information: AppInformation,
    program: String,
    beside: [String]
  ) throws(CommandFailure) {
    let new = folder + "@new"
    try attempt { () throws(SystemError) in
      if Files.isThere(new) { try FolderTree.discard(new, into: trash) }
      try Files.makeFolder(new, mode: 0o755)
    }
    for source in beside { try copy(source, to: new + "/" + SourceFolder.name(of: source)) }
    try attempt { () throws(SystemError) in
      try Files.replace(new + "/Info.plist", with: information.bytes)
    }
    guard !Files.isThere(new + "/" + information.executable) else {
      throw .failed(
        "CFBundleExecutable is '\(information.executable)', and the app has another file of that name. Change it in the "
          + "Info.plist."
      )
    }
    // An '@' is in no name of a program.
    try copy(program, to: new + "/program@new")
    guard rename(new + "/program@new", new + "/" + information.executable) == 0 else {
      throw .failed("The app \(folder) cannot be written: \(SystemError.text(of: errno)).")
    }
    guard FolderTree.look(at: folder, userID: geteuid()) != .somethingElse else {
      throw .failed(
        "\(folder) is not a folder of this user, so the app is not put there. Move it away and build again."
      )
    }
    try attempt { () throws(SystemError) in
      if Files.isThere(folder) { try FolderTree.discard(folder, into: trash) }
      guard rename(new, folder) == 0 else {
        throw SystemError(operation: "put in place", subject: folder, code: errno)
      }
    }
    // What cannot be removed stays in the build folder and stops nothing.
    try? FolderTree.emptyTrash(trash)
  }

  private func attempt(_ work: () throws(SystemError) -> Void) throws(CommandFailure) {
    do throws(SystemError) {
      try work()
    } catch {
      throw .failed("The app \(folder) cannot be written: \(error).")
    }
  }

  /// With the C library's tools, as tar packs archives: a folder with all that is in it.
  private func copy(_ source: String, to target: String) throws(CommandFailure) {
    let folders = ArchiveTool.systemFolders
    guard let cp = folders.map({ $0 + "/cp" }).first(where: CommandSearch.isExecutable) else {
      throw .failed("There is no cp in \(folders.joined(separator: ", ")). Install coreutils.")
    }
    var said: [String] = []
    let run = CompilerRun(
      program: cp,
      arguments: ["--recursive", "--no-target-directory", "--", source, target]
    )
    let status = try run.run { said.append($0) }
    guard status == 0 else {
      throw .failed("\(source) cannot be copied into \(folder): \(said.first ?? "cp has failed").")
    }
  }
}
