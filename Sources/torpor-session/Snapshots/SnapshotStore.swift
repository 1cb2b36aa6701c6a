import Glibc
import TorporModel
import TorporPosix

/// The pictures of a user's apps on disk: one PNG for each app, readable only by its user.
struct SnapshotStore {
  struct Entry: Hashable {
    let app: AppIdentifier
    let path: String
    /// The file's time since 1970.
    let takenWallMicroseconds: Int64
    let byteCount: Int
  }

  let folder: String

  /// The maximum number of pictures of all apps: 64, the newest, in 16 MiB, a third of what they could take.
  ///
  /// More apps than a user goes through in a switcher; a picture of a desktop program takes about 50 KiB. Our choice.
  static let countMax = 64
  static let bytesMax = 16 << 20
  private static let suffix = ".png"

  /// Makes the store in a folder of the user's state: `torpor/snapshots` in `$XDG_STATE_HOME`, otherwise in
  /// `~/.local/state`.
  init?(_ environment: (String) -> String?) {
    if let state = environment("XDG_STATE_HOME"), state.isAbsolutePath {
      self.init(folder: state + "/torpor/snapshots")
    } else if let home = environment("HOME"), home.isAbsolutePath {
      self.init(folder: home + "/.local/state/torpor/snapshots")
    } else {
      return nil
    }
  }

  init(folder: String) { self.folder = folder }

  /// The stored pictures, the newest first.
  var entries: [Entry] {
    Files.names(in: folder).compactMap { name in
      guard name.hasSuffix(Self.suffix), let app = AppIdentifier(String(name.dropLast(4))) else {
        return nil
      }
      return entry(of: app)
    }
    .sorted { ($0.takenWallMicroseconds, $0.app) > ($1.takenWallMicroseconds, $1.app) }
  }

  private func entry(of app: AppIdentifier) -> Entry? {
    let path = path(of: app)
    guard let facts = try? Files.facts(of: path), facts.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let moment = facts.st_mtim
    return Entry(
      app: app,
      path: path,
      takenWallMicroseconds: Int64(moment.tv_sec) * 1_000_000 + Int64(moment.tv_nsec) / 1000,
      byteCount: Int(facts.st_size)
    )
  }

  private func path(of app: AppIdentifier) -> String { folder + "/" + app.text + Self.suffix }

  /// Stores a picture, replacing the previous one, and removes the oldest of other apps if there are too many.
  ///
  /// Returns it, and the apps whose pictures were removed.
  ///
  /// - Throws: `SystemError` naming the path; the previous picture then remains.
  func keep(
    _ png: [UInt8],
    of app: AppIdentifier
  ) throws(SystemError) -> (kept: Entry?, removed: [AppIdentifier]) {
    var made = ""
    for part in folder.pathComponents {
      made += "/" + part
      if !Files.isFolder(made) { try Files.makeFolder(made, mode: 0o700) }
    }
    try write(png, to: path(of: app))
    var byteCount = 0
    let all = entries
    let excess = all.enumerated().filter { index, entry in
      byteCount += entry.byteCount
      return index >= Self.countMax || byteCount > Self.bytesMax
    }
    .map(\.element.app).filter { $0 != app }
    for old in excess { remove(old) }
    return (all.first { $0.app == app }, excess)
  }

  /// Replaces the file without waiting for the disk.
  ///
  /// No picture is worth the wait, during which a thaw would also be delayed.
  private func write(_ png: [UInt8], to path: String) throws(SystemError) {
    let temporary = path + "@new"
    let file = try Files.open(temporary, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    let number = file.rawValue
    var rest = png[...]
    var count = 0
    while !rest.isEmpty, count >= 0 {
      count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(max(0, count))
    }
    if count < 0 || rename(temporary, path) != 0 {
      let failure = SystemError(operation: "write", subject: path, code: errno)
      unlink(temporary)
      throw failure
    }
    _ = consume file
  }

  /// Removes the picture of an app, if there is one.
  func remove(_ app: AppIdentifier) { try? Files.remove(path(of: app)) }
}
