import Glibc
import TorporModel
import TorporPosix

/// Puts an app together: `NAME.app` with its program and its Info.plist.
struct AppLayout {
  let folder: String

  /// Files are put in place one by one, each whole, so that an app that runs keeps its own.
  ///
  /// `beside` are files and folders that belong beside the program, such as resources of packages.
  ///
  /// - Throws: `CommandFailure.failed` naming what cannot be written.
  func put(
    _ information: AppInformation,
    program: String,
    beside: [String]
  ) throws(CommandFailure) {
    do throws(SystemError) {
      try Files.makeFolder(folder, mode: 0o755)
      try Files.replace(folder + "/Info.plist", with: information.bytes)
    } catch {
      throw .failed("The app \(folder) cannot be written: \(error).")
    }
    // An '@' is in no name of a program.
    let new = folder + "/program@new"
    try copy(program, to: new)
    guard rename(new, folder + "/" + information.executable) == 0 else {
      throw .failed("The app \(folder) cannot be written: \(SystemError.text(of: errno)).")
    }
    for source in beside { try copy(source, to: folder + "/" + SourceFolder.name(of: source)) }
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
