import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// What `torpor install` was given: a bundle folder or a `.desktop` file, made into a request.
enum InstallSource {
  /// Reads what is at the path.
  ///
  /// - Throws: `CommandFailure.failed` naming file, key, what was found and what is allowed.
  static func request(
    at path: String,
    replaces: Bool,
    environment: CurrentEnvironment
  ) throws(CommandFailure) -> Control.Install {
    let path = resolved(path, environment)
    do throws(ManifestMistake) {
      if path.hasSuffix(".desktop"), !Files.isFolder(path) {
        return try desktop(path, replaces, environment)
      }
      return try bundle(path, replaces, environment)
    } catch {
      throw .failed(error.sentence)
    }
  }

  /// Puts a bundle back in whose place there is an archive.
  ///
  /// - Throws: `CommandFailure.failed`.
  static func restoreProgram(
    at path: String,
    environment: CurrentEnvironment
  ) throws(CommandFailure) {
    var path = CommandSearch.absolute(path, in: environment.workingDirectory)
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    let parent = FolderTree.parent(of: path)
    let name = String(path.pathComponents.last ?? "")
    guard !Files.isThere(path), let real = Files.resolved(parent) else { return }
    let archive = BundleArchive(of: real + "/" + name)
    if try archive.finding() == .archive { try archive.restore() }
  }

  private static func bundle(
    _ folder: String,
    _ replaces: Bool,
    _ environment: CurrentEnvironment
  ) throws(ManifestMistake) -> Control.Install {
    guard Files.isFolder(folder) else {
      throw ManifestMistake(
        file: folder,
        key: nil,
        found: Files.exists(folder) ? "is not a bundle" : "does not exist",
        allowed: "Name a folder with an Info.plist in it, or a .desktop file."
      )
    }
    let file = folder + "/Info.plist"
    let manifest = try InfoPlist(try bytes(of: file), file: file)
    let executable = folder + "/" + manifest.executable
    guard CommandSearch.isExecutable(executable) else {
      throw ManifestMistake(
        file: file,
        key: "CFBundleExecutable",
        found: "is '\(manifest.executable)', and \(executable) "
          + (Files.exists(executable) ? "cannot be run by this user" : "does not exist"),
        allowed: "It must name a file in the bundle with the right to be run (chmod +x)."
      )
    }
    return Control.Install(
      manifest: AppManifest(
        identifier: manifest.identifier,
        name: manifest.name,
        backgroundModes: manifest.backgroundModes,
        permittedTaskIdentifiers: manifest.permittedTaskIdentifiers,
        accessoryProtocols: manifest.accessoryProtocols,
        exitsOnSuspend: manifest.exitsOnSuspend,
        savesBeforeTermination: manifest.savesBeforeTermination
      ),
      executable: executable,
      arguments: [executable],
      environment: environment.forInstalledApp,
      workingDirectory: folder,
      replaces: replaces
    )
  }

  private static func desktop(
    _ file: String,
    _ replaces: Bool,
    _ environment: CurrentEnvironment
  ) throws(ManifestMistake) -> Control.Install {
    let text = String(decoding: try bytes(of: file), as: UTF8.self)
    let entry = try DesktopEntry(text, file: file)
    guard
      let executable = CommandSearch.find(
        entry.command[0],
        path: environment["PATH"],
        workingDirectory: environment.workingDirectory,
        isExecutable: CommandSearch.isExecutable
      )
    else {
      throw ManifestMistake(
        file: file,
        key: "Exec",
        found: "names '\(entry.command[0])', which was not found here",
        allowed: "It must name a command in PATH, or the path of a file that can be run."
      )
    }
    return Control.Install(
      manifest: AppManifest(
        identifier: entry.identifier,
        name: entry.name,
        backgroundModes: entry.backgroundModes,
        permittedTaskIdentifiers: entry.permittedTaskIdentifiers,
        accessoryProtocols: entry.accessoryProtocols,
        exitsOnSuspend: entry.exitsOnSuspend,
        savesBeforeTermination: entry.savesBeforeTermination,
        isCooperative: entry.isCooperative
      ),
      executable: executable,
      arguments: entry.command,
      environment: environment.forInstalledApp,
      workingDirectory: entry.workingDirectory ?? environment["HOME"] ?? "/",
      replaces: replaces
    )
  }

  static func bytes(of file: String) throws(ManifestMistake) -> [UInt8] {
    do throws(SystemError) {
      return try FileBytes.read(file)
    } catch {
      throw ManifestMistake(
        file: file,
        key: nil,
        found: "cannot be read: \(SystemError.text(of: error.code))",
        allowed: "An app is a folder with an Info.plist in it, or a .desktop file."
      )
    }
  }

  /// Absolute, without the `/` that a shell's completion leaves behind.
  private static func resolved(_ path: String, _ environment: CurrentEnvironment) -> String {
    var path = CommandSearch.absolute(path, in: environment.workingDirectory)
    if let real = realpath(path, nil) {
      path = String(cString: real)
      free(real)
    }
    return path
  }
}

extension CurrentEnvironment {
  /// What an installed app gets, since no shell starts it: who the user is and where the
  /// screen is, and nothing that belongs to one terminal.
  var forInstalledApp: [String] {
    let names: Set = [
      "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "DISPLAY", "XAUTHORITY",
      "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP",
      "XDG_DATA_DIRS", "XDG_CONFIG_DIRS", "DBUS_SESSION_BUS_ADDRESS",
    ]
    return all.filter { word in
      let name = String(word.prefix { $0 != "=" })
      return names.contains(name) || name.hasPrefix("LC_")
    }
  }
}
