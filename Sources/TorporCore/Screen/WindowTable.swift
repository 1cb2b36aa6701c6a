package import TorporModel

/// The reports of desktops about the windows of apps, and the user's commands that override them.
///
/// It holds one row for each process that has shown a window, and drops it with the process. It makes
/// no decisions: the device updates the apps (docs/decisions/0038-windows-drive-the-screen.md).
package struct WindowTable: Hashable, Sendable, Saved {
  package struct Row: Hashable, Sendable, Saved {
    package let app: AppIdentifier
    package let launch: LaunchIdentifier
    /// `nil`: it has no window any more.
    package fileprivate(set) var visibility: WindowVisibility?
    /// Whether the app would be on screen if no desktop reported windows.
    package fileprivate(set) var isOpen: Bool
    /// Whether a command of the user applies, rather than the visibility.
    package fileprivate(set) var commandStands: Bool
    /// Since when no desktop reports it; `nil`: one does.
    fileprivate var lostAt: Instant?
    /// When its last window that could be seen was closed; `nil`: that counts already, or it was not.
    fileprivate var closedAt: Instant?

    package var isShown: Bool { visibility?.isShown ?? false }
    package var isFocused: Bool { visibility == .focused }
  }

  /// What became of a row by a report.
  struct Change: Hashable {
    let app: AppIdentifier
    /// Whether one of its windows can be seen now, and could not before.
    let isShown: Bool
    /// Whether one of them has got the focus.
    let isFocused: Bool
    /// Whether none can be seen any more, or none could be when it was first reported.
    let isHidden: Bool
  }

  private var rows: [Row] = []

  /// How long the last report applies after its desktop has ended: 5 s.
  ///
  /// A bridge looks for its daemon again after 1 s and after 3 s, and a service manager starts one that has
  /// ended within less than 1 s. Our choice.
  package static let lossLength = Duration.seconds(5)

  /// How long an app that has closed its last window stays on screen without one: 30 s.
  ///
  /// A launcher or an updater closes its window before the one that it opens is there, and a program that was frozen
  /// in between would never open it. Our choice: large programs take up to 20 s to start from a slow disk.
  package static let closingLength = Duration.seconds(30)

  package var isEmpty: Bool { rows.isEmpty }

  package func row(of app: AppIdentifier) -> Row? { rows.first { $0.app == app } }

  /// The processes that it knows.
  package var launches: [LaunchIdentifier] { rows.map(\.launch) }

  /// The apps of which something can be seen, that with the focus last.
  var shown: [Row] {
    rows.filter { $0.isShown && !$0.isFocused } + rows.filter(\.isFocused)
  }

  /// When the first report that no desktop renews is withdrawn, or the first closed window counts.
  var deadline: Instant? {
    var (lost, closed): (Instant?, Instant?)
    for row in rows {
      lost = .earlier(lost, row.lostAt)
      closed = .earlier(closed, row.closedAt)
    }
    return .earlier(
      lost.map { $0 + WindowTable.lossLength },
      closed.map { $0 + WindowTable.closingLength }
    )
  }

  /// Records the visibility of an app's windows; `nil`: nothing has changed.
  mutating func update(
    _ windows: LaunchWindows,
    of app: AppIdentifier,
    isInFront: Bool,
    at moment: Instant
  ) -> Change? {
    let index = rows.firstIndex { $0.launch == windows.launch } ?? rows.count
    let isNew = index == rows.count
    if isNew {
      rows.append(
        Row(app: app, launch: windows.launch, isOpen: isInFront, commandStands: false)
      )
    }
    let before = rows[index]
    rows[index].lostAt = nil
    rows[index].visibility = windows.visibility
    let wasSeen = isNew || before.isShown || before.closedAt != nil
    let isClosed = windows.visibility == nil
    rows[index].closedAt = isClosed && wasSeen ? before.closedAt ?? moment : nil
    let now = rows[index]
    let change = Change(
      app: app,
      isShown: now.isShown && (isNew || !before.isShown),
      isFocused: now.isFocused && (isNew || !before.isFocused),
      isHidden: !now.isShown && !isClosed && wasSeen
    )
    guard isNew || before.visibility != now.visibility else { return nil }
    if change.isShown || change.isFocused { rows[index].isOpen = true }
    if change.isShown || change.isFocused || change.isHidden {
      // Its first window does not have the focus yet: the user has opened it all the same.
      rows[index].commandStands = isNew && isInFront && change.isShown && !change.isFocused
    }
    return change
  }

  /// Marks what no desktop reports any longer.
  mutating func lose(allBut reported: Set<LaunchIdentifier>, at now: Instant) {
    for index in rows.indices where !reported.contains(rows[index].launch) {
      rows[index].lostAt = rows[index].lostAt ?? now
    }
  }

  /// Withdraws what has not been renewed in time, and returns it.
  mutating func takeLost(at now: Instant) -> [Row] {
    let lost = rows.filter { $0.lostAt.map { $0 + WindowTable.lossLength <= now } ?? false }
    rows.removeAll { lost.contains($0) }
    return lost
  }

  /// The apps that have been without a window for long enough, which leave the screen by it.
  mutating func takeClosed(at now: Instant) -> [AppIdentifier] {
    var closed: [AppIdentifier] = []
    for index in rows.indices {
      guard let since = rows[index].closedAt, since + WindowTable.closingLength <= now else {
        continue
      }
      rows[index].closedAt = nil
      rows[index].commandStands = false
      closed.append(rows[index].app)
    }
    return closed
  }

  /// The user wants the app on screen or off it; `agrees`: the windows say the same.
  mutating func command(_ app: AppIdentifier, isOpen: Bool, agrees: (Row) -> Bool) {
    guard let index = rows.firstIndex(where: { $0.app == app }) else { return }
    rows[index].isOpen = isOpen
    rows[index].closedAt = nil
    rows[index].commandStands = !agrees(rows[index])
  }

  /// The process has ended.
  mutating func remove(_ app: AppIdentifier) { rows.removeAll { $0.app == app } }
}

// MARK: - Saved, written by scripts/generate-saved

extension WindowTable {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("rows")
    rows.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("rows")
    rows = try [WindowTable.Row](from: &reader)
    try reader.endObject()
  }
}

extension WindowTable.Row {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    if let closedAt {
      writer.key("closedAt")
      closedAt.write(to: &writer)
    }
    writer.key("commandStands")
    commandStands.write(to: &writer)
    writer.key("isOpen")
    isOpen.write(to: &writer)
    writer.key("launch")
    launch.write(to: &writer)
    if let lostAt {
      writer.key("lostAt")
      lostAt.write(to: &writer)
    }
    if let visibility {
      writer.key("visibility")
      visibility.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    closedAt = try reader.hasKey("closedAt") ? Instant(from: &reader) : nil
    try reader.key("commandStands")
    commandStands = try Bool(from: &reader)
    try reader.key("isOpen")
    isOpen = try Bool(from: &reader)
    try reader.key("launch")
    launch = try LaunchIdentifier(from: &reader)
    lostAt = try reader.hasKey("lostAt") ? Instant(from: &reader) : nil
    visibility = try reader.hasKey("visibility") ? WindowVisibility(from: &reader) : nil
    try reader.endObject()
  }
}
