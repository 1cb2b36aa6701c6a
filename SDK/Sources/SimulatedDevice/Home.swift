internal import CVirtualTime
internal import Foundation

/// The home of the process, which is a folder of its own where the library of the SDK has made one
/// (`SDK/Home/home.c`): an app that is installed finds nothing in it.
enum Home {
  static func clear() {
    guard let home = torpor_vt_home().map({ String(cString: $0) }) else { return }
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: home)) ?? [] {
      try? files.removeItem(atPath: "\(home)/\(name)")
    }
    // What every app's container has.
    for folder in [
      "Documents", "Library/Preferences", "Library/Application Support", "Library/Caches",
    ] {
      try? files.createDirectory(atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
    }
    for key in UserDefaults.standard.dictionaryRepresentation().keys {
      UserDefaults.standard.removeObject(forKey: key)
    }
  }
}
