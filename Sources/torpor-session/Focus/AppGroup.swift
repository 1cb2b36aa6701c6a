import TorporModel
import TorporPosix

/// Whether a process belongs to an app that the daemon governs, as the kernel says.
enum AppGroup {
  /// A process that is gone belongs to none.
  static func contains(_ processID: Int32) -> Bool {
    guard let text = try? Files.read("/proc/\(processID)/cgroup") else { return false }
    return names(text)
  }

  /// Whether the text of such a file names the group of an app: `apps/IDENTIFIER@LAUNCH` on its way.
  ///
  /// The daemon's own folder may have any name, and an app may have groups of its own in its group.
  static func names(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      let parts = line.pathComponents
      return zip(parts, parts.dropFirst()).contains { folder, group in
        let words = group.split(separator: "@", omittingEmptySubsequences: false)
        return folder == "apps" && words.count == 2 && !words[0].isEmpty
          && UInt64(words[1]) != nil
      }
    }
  }
}
