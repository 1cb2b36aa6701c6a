internal import Glibc
package import TorporModel
internal import TorporPosix

/// The `.desktop` files of the programs of a user, by their identifiers (Desktop Menu and Base Directory Specifications).
package struct MenuEntries: Hashable, Sendable {
  /// The folders that hold a folder `applications`, the one that counts first in front.
  package let folders: [String]

  package init(folders: [String]) { self.folders = folders }

  /// The folders of a user: by the environment for the daemon's own, otherwise those of all users.
  ///
  /// Root's daemon opens nothing in the homes of others, which may hang, or be links to anything. Those of Flatpak and
  /// Snap are looked at also where the environment does not name them: a service manager may have been started before
  /// the profile that adds them was read.
  package init(ofUser userID: UInt32, environment: (String) -> String?) {
    let isOwn = userID == CurrentProcess.userID
    let home = isOwn ? environment("HOME") : nil
    var folders: [String] = []
    if isOwn, let data = environment("XDG_DATA_HOME"), data.isAbsolutePath {
      folders.append(data)
    } else if let home {
      folders.append(home + "/.local/share")
    }
    let shared = isOwn ? environment("XDG_DATA_DIRS") : nil
    let named = (shared ?? "").split(separator: ":").map(String.init).filter(\.isAbsolutePath)
    folders += named.isEmpty ? ["/usr/local/share", "/usr/share"] : named
    if let home { folders.append(home + "/.local/share/flatpak/exports/share") }
    folders += ["/var/lib/flatpak/exports/share", "/var/lib/snapd/desktop"]
    self.folders = folders
  }

  /// What the first file of that identifier says; `nil`: there is none, or it is none of a program.
  package func entry(_ identifier: String) -> MenuEntry? {
    for folder in folders {
      for name in MenuEntries.names(of: identifier) {
        let path = "\(folder)/applications/\(name).desktop"
        guard let text = MenuEntries.text(of: path) else { continue }
        return MenuEntry(parsing: text)
      }
    }
    return nil
  }

  /// The identifier whose file counts for a name: the name itself or, where it has no file, its last part in small letters.
  ///
  /// Chromium moves its first process out of the group that a launcher has made into one of its own, for the sake of
  /// portals: `org.chromium.Chromium`. Debian's file, after which the launcher names its group, is `chromium.desktop`.
  package func identifier(of name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, let last = parts.last?.lowercased(), entry(name) == nil else {
      return name
    }
    return entry(last) == nil ? name : last
  }

  /// `kde-okular` may be `kde-okular.desktop`, or `okular.desktop` in a folder `kde`.
  private static func names(of identifier: String) -> [String] {
    guard let dash = identifier.firstIndex(of: "-") else { return [identifier] }
    let (folder, rest) = (identifier[..<dash], identifier[identifier.index(after: dash)...])
    return folder.isEmpty || rest.isEmpty ? [identifier] : [identifier, "\(folder)/\(rest)"]
  }

  /// A file of a user's may be a pipe that never says anything: it is opened without waiting, and only a plain one read.
  private static func text(of path: String) -> String? {
    PlainFile.text(of: path, bytesMax: MenuEntry.bytesMax)
  }
}

/// A file that others may have put there: a pipe, a device and an endless one are not read.
enum PlainFile {
  /// `O_PATH` of Linux on every architecture that Swift runs on; Swift's Glibc does not have it.
  private static let pathOnly: Int32 = 0o10000000

  /// The whole text, `nil` where it is no plain file, longer, or not there.
  static func text(of path: String, bytesMax: Int) -> String? {
    // Looked at before it is opened: to open a device may be enough to set it off.
    guard let place = try? Files.open(path, pathOnly) else { return nil }
    var facts = stat()
    guard fstat(place.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_size <= off_t(bytesMax),
      let file = try? Files.open(
        "/proc/self/fd/\(place.rawValue)",
        O_RDONLY | O_NONBLOCK | O_NOCTTY
      )
    else { return nil }
    let number = file.rawValue
    return withUnsafeTemporaryAllocation(byteCount: bytesMax + 1, alignment: 1) { buffer in
      let count = pread(number, buffer.baseAddress, buffer.count, 0)
      guard count >= 0, count <= bytesMax else { return nil }
      return String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<count]), as: UTF8.self)
    }
  }
}
