internal import CVirtualTime
internal import Foundation

/// The home of the process, which is a separate folder created by the SDK's library (`SDK/Home/home.c`): an installed
/// app finds nothing in it.
enum Home {
  /// Returns the folder.
  ///
  /// - Throws: `DeviceError` if the process has none: an app would live in its developer's home.
  static func folder() throws -> String {
    guard let home = torpor_vt_home().map({ String(cString: $0) }) else {
      throw DeviceError(
        "the process has no home of its own, so that the app would use yours. Run tests with the toolset for them: "
          + "swift test --toolset FOLDER/testing.json"
      )
    }
    let own = URL(fileURLWithPath: NSHomeDirectory()).resolvingSymlinksInPath().path
    guard own == URL(fileURLWithPath: home).resolvingSymlinksInPath().path else {
      throw DeviceError(
        "Foundation takes \(own) for the home, and not \(home), so that the app would use it. Install the SDK again: "
          + "scripts/sdk FOLDER"
      )
    }
    return home
  }

  /// Removes files that an earlier app has left there.
  static func clear() throws {
    let home = try folder()
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: home) {
      try files.removeItem(atPath: "\(home)/\(name)")
    }
    // The folders that every app's container has.
    for folder in [
      "Documents", "Library/Preferences", "Library/Application Support", "Library/Caches", "tmp",
    ] {
      try files.createDirectory(atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
    }
    for key in UserDefaults.standard.dictionaryRepresentation().keys {
      UserDefaults.standard.removeObject(forKey: key)
    }
  }
}
