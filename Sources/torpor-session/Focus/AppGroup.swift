import TorporModel
import TorporPosix

/// Whether a process belongs to an app that the daemon governs, as the kernel says.
enum AppGroup {
  /// A process that is gone belongs to none.
  static func contains(_ processID: Int32) -> Bool {
    guard let text = try? Files.read("/proc/\(processID)/cgroup") else { return false }
    return names(text)
  }

  /// Whether its windows may be of interest to the daemon: it belongs to such an app, or to one that the desktop has
  /// started, which the daemon may have adopted.
  static func mayBeGoverned(_ processID: Int32) -> Bool {
    guard let text = try? Files.read("/proc/\(processID)/cgroup") else { return false }
    return names(text) || isOfDesktop(text)
  }

  /// Whether the process may say what can be seen of others.
  ///
  /// It may in no app's group, and nowhere in a user's `app.slice`, where terminals and service managers put what apps
  /// start. One of which the kernel says nothing may not: it may have connected, ended, and left its connection to another.
  static func mayReport(_ processID: Int32) -> Bool {
    guard let text = try? Files.read("/proc/\(processID)/cgroup") else { return false }
    return mayReport(from: text)
  }

  static func mayReport(from text: String) -> Bool {
    !names(text)
      && !text.split(separator: "\n").contains { $0.pathComponents.contains("app.slice") }
  }

  /// Whether the text of such a file names a group in which a desktop has started an app.
  static func isOfDesktop(_ text: String) -> Bool {
    text.split(separator: "\n").contains { DesktopUnit(groupPath: $0) != nil }
  }

  /// The launch of an app that a process belongs to, as the daemon writes it; `nil`: it belongs to none.
  static func launch(ofProcess processID: Int32) -> String? {
    guard let text = try? Files.read("/proc/\(processID)/cgroup") else { return nil }
    return launch(in: text)
  }

  /// Whether the text of such a file names the group of an app: `apps/IDENTIFIER@LAUNCH` on its way.
  ///
  /// The daemon's own folder may have any name, and an app may have groups of its own in its group.
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
