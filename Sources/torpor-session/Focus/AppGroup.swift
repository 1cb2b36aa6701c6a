import TorporModel
import TorporPosix

/// Whether a process belongs to an app that the daemon manages, according to the kernel.
enum AppGroup {
  /// Returns whether a process belongs to an app; a process that has ended belongs to none.
  static func contains(_ processID: Int32) -> Bool {
    guard let text = try? Files.read("/proc/\(processID)/cgroup") else { return false }
    return names(text)
  }

  /// Returns whether its windows may matter to the daemon: it belongs to such an app, or to one that the desktop has
  /// started, which the daemon may have adopted.
  static func mayBeGoverned(_ processID: Int32) -> Bool {
    guard let text = try? Files.read("/proc/\(processID)/cgroup") else { return false }
    return names(text) || isOfDesktop(text)
  }

  /// Returns whether the process may report the visibility of others.
  ///
  /// A process may not do so if it is in an app's group, or anywhere in a user's `app.slice`, where terminals and
  /// service managers put the processes that apps start. Nor may a process about which the kernel says nothing: it may
  /// have connected, ended, and left its connection to another process.
  static func mayReport(_ processID: Int32) -> Bool {
    guard let text = try? Files.read("/proc/\(processID)/cgroup") else { return false }
    return mayReport(from: text)
  }

  static func mayReport(from text: String) -> Bool {
    !names(text)
      && !text.split(separator: "\n").contains { $0.pathComponents.contains("app.slice") }
  }

  /// Returns whether the text of such a file names a group in which a desktop has started an app.
  static func isOfDesktop(_ text: String) -> Bool {
    text.split(separator: "\n").contains { DesktopUnit(groupPath: $0) != nil }
  }

  /// Returns the launch of the app to which a process belongs, in the daemon's notation; `nil`: it belongs to none.
  static func launch(ofProcess processID: Int32) -> String? {
    guard let text = try? Files.read("/proc/\(processID)/cgroup") else { return nil }
    return launch(in: text)
  }

  /// Returns whether the text of such a file names the group of an app: `apps/IDENTIFIER@LAUNCH` in its path.
  ///
  /// The daemon's own folder may have any name, and an app may have its own groups within its group.
  static func names(_ text: String) -> Bool { launch(in: text) != nil }

  static func launch(in text: String) -> String? {
    for line in text.split(separator: "\n") {
      let parts = line.pathComponents
      for (folder, group) in zip(parts, parts.dropFirst()) where folder == "apps" {
        let words = group.split(separator: "@", omittingEmptySubsequences: false)
        if words.count == 2, !words[0].isEmpty, UInt64(words[1]) != nil { return String(words[1]) }
      }
    }
    return nil
  }
}
