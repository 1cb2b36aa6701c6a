internal import Glibc
internal import TorporCore
package import TorporModel
package import TorporPosix

/// Which groups of the desktop are adopted: a file `APP@LAUNCH` for each app, a line for each of its groups.
///
/// Behind the line of a group stands `base MICROSECONDS READ WRITTEN`, what it had used when it was adopted, and last
/// `past` with what the groups have used that are gone; `-` stands for what is not counted.
/// They outlive the daemon: the next one finds by them what it governs, and where none comes the dead man thaws what
/// they name. So a group stands in its file before it is frozen for the first time.
package struct AdoptionRecords: Hashable, Sendable {
  /// Only the daemon's user may look into it, or write.
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// One file.
  package struct Record: Hashable, Sendable {
    package let app: AppIdentifier
    package let launch: LaunchIdentifier
    package let groups: [String]
    /// What each group had used when it was adopted; nothing where an earlier daemon did not write it down.
    var bases: [ResourceUsage] = []
    /// What the groups have used that are gone.
    var past: ResourceUsage?
  }

  /// Makes the folder, unless it is there.
  ///
  /// - Throws: `SystemError` naming it.
  package func prepare() throws(SystemError) { try Files.makeFolder(folder, mode: 0o700) }

  /// Puts a file in place.
  ///
  /// - Throws: `SystemError` naming the file, as on a full disk.
  func write(_ record: Record) throws(SystemError) {
    try Files.replace(path(of: record.app, record.launch), with: record.text, mode: 0o600)
  }

  /// Takes a file away.
  package func remove(_ app: AppIdentifier, _ launch: LaunchIdentifier) {
    try? Files.remove(path(of: app, launch))
  }

  /// All files, by launch.
  package func all() -> [Record] {
    Files.names(in: folder).compactMap { name in
      guard let (app, launch) = GroupTree.parse(name),
        let text = PlainFile.text(of: folder + "/" + name, bytesMax: AdoptionRecords.bytesMax)
      else { return nil }
      return Record(parsing: text, app, launch)
    }.sorted { $0.launch < $1.launch }
  }

  /// 64 groups with the longest paths that the kernel takes, and a line of figures for each.
  private static let bytesMax = AdoptedGroups.groupsMax * 2 * Int(PATH_MAX)

  private func path(of app: AppIdentifier, _ launch: LaunchIdentifier) -> String {
    "\(folder)/\(GroupTree.name(of: app, launch))"
  }
}

extension AdoptionRecords.Record {
  fileprivate var text: String {
    var lines: [String] = []
    for (index, group) in groups.enumerated() {
      lines.append(group)
      if index < bases.count { lines.append("base \(bases[index].line)") }
    }
    if let past { lines.append("past \(past.line)") }
    return lines.map { $0 + "\n" }.joined()
  }

  fileprivate init(parsing text: String, _ app: AppIdentifier, _ launch: LaunchIdentifier) {
    self.app = app
    self.launch = launch
    var groups: [String] = []
    for line in text.split(separator: "\n") {
      if String(line).isAbsolutePath {
        groups.append(String(line))
        bases.append(ResourceUsage())
      } else if line.hasPrefix("base "), !bases.isEmpty {
        bases[bases.count - 1] = ResourceUsage(line: line.dropFirst("base ".count))
      } else if line.hasPrefix("past ") {
        past = ResourceUsage(line: line.dropFirst("past ".count))
      }
    }
    self.groups = groups
  }
}

extension ResourceUsage {
  // Bytes of sockets are counted for Torpor's own groups only.
  fileprivate var line: String {
    let bytes = [readBytes, writtenBytes].map { $0.map(String.init) ?? "-" }
    return "\(processor.microseconds) \(bytes.joined(separator: " "))"
  }

  fileprivate init(line: some StringProtocol) {
    let words = line.split(separator: " ").map { Int64($0) }
    self.init(
      processor: .microseconds(words.first.flatMap { $0 } ?? 0),
      readBytes: words.count > 1 ? words[1] : nil,
      writtenBytes: words.count > 2 ? words[2] : nil
    )
  }
}
