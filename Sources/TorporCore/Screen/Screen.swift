package import TorporModel

/// The content of the screen, and whether the device is locked.
///
/// It owns the set of front apps, the lock, and the availability of protected data. It does not own
/// the apps' states: the device updates the apps.
package struct Screen: Hashable, Sendable, Saved {
  /// The apps on screen; the one used last is last.
  ///
  /// One at most where the profile says so.
  package private(set) var front: [AppIdentifier] = []
  /// Apps that the user opened while their old process was ending.
  package private(set) var reopening: [AppIdentifier] = []
  package private(set) var lock: Lock
  package internal(set) var isInterrupted = false
  package internal(set) var wasUnlockedSinceBoot: Bool
  package let hasPasscode: Bool
  /// The windows reported by desktops.
  // Saved: left out where it is WindowTable(), which is usual.
  package internal(set) var windows = WindowTable()
  /// The interruptions of the apps on screen, beside a banner.
  // Saved: left out where it is [], which is usual.
  package private(set) var interruptions: [Interruption] = []

  package enum Lock: Hashable, Sendable, Saved {
    case unlocked
    /// Locked with these apps in front; protected data goes at `protectedDataEnd` (`nil`: it has
    /// gone, or there is no passcode that protects it).
    case locked(front: [AppIdentifier], protectedDataEnd: Instant?)
  }

  /// Protected data goes about 10 s after the lock (§1.2 T7).
  package static let protectedDataDelay = Duration.seconds(10)

  package init(_ configuration: DeviceConfiguration) {
    hasPasscode = configuration.hasPasscode
    wasUnlockedSinceBoot = configuration.wasUnlockedSinceBoot
    lock = configuration.isLocked ? .locked(front: [], protectedDataEnd: nil) : .unlocked
  }

  package var isLocked: Bool { lock != .unlocked }

  /// Whether no app is on screen, or will be when it is unlocked.
  var isEmpty: Bool {
    if case .locked(let hidden, _) = lock { hidden.isEmpty } else { front.isEmpty }
  }

  /// When protected data goes.
  package var protectedDataEnd: Instant? {
    if case .locked(_, let end) = lock { end } else { nil }
  }

  /// When something here is due.
  package var deadline: Instant? {
    var earliest = protectedDataEnd
    for interruption in interruptions { earliest = .earlier(earliest, interruption.until) }
    return .earlier(earliest, windows.deadline)
  }

  /// Whether the app is on screen, or will be when the screen is unlocked.
  func wants(_ app: AppIdentifier) -> Bool {
    if case .locked(let hidden, _) = lock { hidden.contains(app) } else { front.contains(app) }
  }

  /// Returns whether the app on screen gets no input: something covers it or, on a screen for one app,
  /// no app's window has the focus.
  func isCovered(_ app: AppIdentifier, hasSingleScreen: Bool) -> Bool {
    if isInterrupted { return true }
    let isUnder = interruptions.contains { $0.covers(app, hasSingleScreen: hasSingleScreen) }
    if isUnder { return true }
    guard hasSingleScreen, let row = windows.row(of: app), !row.commandStands else { return false }
    return row.isShown && !row.isFocused
  }

  /// Whether there is anything for which an app could be covered; asked at each change of one.
  var mayCover: Bool { isInterrupted || !interruptions.isEmpty || !windows.isEmpty }

  /// Something comes over the apps on screen.
  mutating func begin(_ kind: Interruption.Kind, until: Instant? = nil) {
    end { $0 == kind }
    interruptions.append(Interruption(kind: kind, until: until))
  }

  /// Removes interruptions that have ended; returns whether there were any.
  @discardableResult
  mutating func end(where hasEnded: (Interruption.Kind) -> Bool) -> Bool {
    let before = interruptions.count
    interruptions.removeAll { hasEnded($0.kind) }
    return interruptions.count != before
  }

  mutating func endInterruptions(dueAt now: Instant) {
    interruptions.removeAll { interruption in interruption.until.map { $0 <= now } ?? false }
  }

  /// Whether files of class `complete` can be read.
  package var isProtectedDataAvailable: Bool {
    switch lock {
    case .unlocked: true
    case .locked(_, let end): !hasPasscode || end != nil
    }
  }

  mutating func add(_ app: AppIdentifier) {
    front.removeAll { $0 == app }
    front.append(app)
  }

  /// The app is on screen as soon as that is unlocked; alone, where there is room for one.
  mutating func addBehindLock(_ app: AppIdentifier, hasSingleScreen: Bool) {
    guard case .locked(let hidden, let end) = lock else { return }
    let others = hasSingleScreen ? [] : hidden.filter { $0 != app }
    lock = .locked(front: others + [app], protectedDataEnd: end)
  }

  mutating func remove(_ app: AppIdentifier) {
    front.removeAll { $0 == app }
    reopening.removeAll { $0 == app }
    if case .locked(let hidden, let end) = lock, hidden.contains(app) {
      lock = .locked(front: hidden.filter { $0 != app }, protectedDataEnd: end)
    }
  }

  mutating func reopen(_ app: AppIdentifier) {
    if !reopening.contains(app) { reopening.append(app) }
  }

  /// Says whether the app is to be opened again now that its old process has ended.
  mutating func takeReopening(_ app: AppIdentifier) -> Bool {
    guard let index = reopening.firstIndex(of: app) else { return false }
    reopening.remove(at: index)
    return true
  }

  /// Clears the screen and returns what was on it.
  mutating func clear() -> [AppIdentifier] {
    defer {
      front = []
      reopening = []
    }
    return front
  }

  /// Locks; returns the apps that leave the screen.
  mutating func lock(at now: Instant) -> [AppIdentifier] {
    guard !isLocked else { return [] }
    let leaving = clear()
    isInterrupted = false
    // The lock now covers everything; a screen saver that remains is reported again.
    end { $0 == .machine(.screenSaver) }
    lock = .locked(
      front: leaving,
      protectedDataEnd: hasPasscode ? now + Screen.protectedDataDelay : nil
    )
    return leaving
  }

  /// Unlocks; returns the apps that were in front when it was locked.
  mutating func unlock() -> [AppIdentifier] {
    wasUnlockedSinceBoot = true
    guard case .locked(let front, _) = lock else { return [] }
    lock = .unlocked
    return front
  }

  /// Protected data is gone from now on.
  mutating func endProtectedData() {
    if case .locked(let front, _) = lock { lock = .locked(front: front, protectedDataEnd: nil) }
  }

  /// The machine was started anew.
  mutating func boot() {
    _ = clear()
    isInterrupted = false
    windows = WindowTable()
    interruptions = []
    wasUnlockedSinceBoot = !hasPasscode
    lock = hasPasscode ? .locked(front: [], protectedDataEnd: nil) : .unlocked
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension Screen {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("front")
    front.write(to: &writer)
    writer.key("hasPasscode")
    hasPasscode.write(to: &writer)
    if interruptions != [] {
      writer.key("interruptions")
      interruptions.write(to: &writer)
    }
    writer.key("isInterrupted")
    isInterrupted.write(to: &writer)
    writer.key("lock")
    lock.write(to: &writer)
    writer.key("reopening")
    reopening.write(to: &writer)
    writer.key("wasUnlockedSinceBoot")
    wasUnlockedSinceBoot.write(to: &writer)
    if windows != WindowTable() {
      writer.key("windows")
      windows.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("front")
    front = try [AppIdentifier](from: &reader)
    try reader.key("hasPasscode")
    hasPasscode = try Bool(from: &reader)
    interruptions = try reader.hasKey("interruptions") ? [Interruption](from: &reader) : []
    try reader.key("isInterrupted")
    isInterrupted = try Bool(from: &reader)
    try reader.key("lock")
    lock = try Screen.Lock(from: &reader)
    try reader.key("reopening")
    reopening = try [AppIdentifier](from: &reader)
    try reader.key("wasUnlockedSinceBoot")
    wasUnlockedSinceBoot = try Bool(from: &reader)
    windows = try reader.hasKey("windows") ? WindowTable(from: &reader) : WindowTable()
    try reader.endObject()
  }
}
