package import TorporModel

/// The notifications of all apps, scheduled and shown.
///
/// It owns the pending notifications, the user's list, and the questions to apps. It does not own
/// whether a notification may be shown: the device has the user's settings and the lock.
package struct NotificationTable: Hashable, Sendable, Saved {
  /// When the device reviews it again.
  package internal(set) var nextReview: Instant?
  /// The apps, in the order of identifiers; an app without notifications has no entry.
  private(set) var apps: [AppNotifications] = []
  /// The questions to apps in the foreground, in order.
  private(set) var asked: [PendingPresentation] = []
  /// Notifications that may not be shown before the first unlock, in order.
  private(set) var held: [DeliveredNotification] = []
  private var added: UInt64 = 0

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case nextReview = "nextLook"
    case apps, asked, held, added
  }

  package init() {}

  /// The notifications of the app.
  package subscript(app: AppIdentifier) -> AppNotifications? {
    let index = position(of: app)
    return index < apps.endIndex && apps[index].app == app ? apps[index] : nil
  }

  /// Changes what there is of the app.
  mutating func update<Result>(
    _ app: AppIdentifier,
    _ change: (inout AppNotifications) -> Result
  ) -> Result {
    let index = position(of: app)
    if index == apps.endIndex || apps[index].app != app {
      apps.insert(AppNotifications(app: app), at: index)
    }
    defer { if apps[index].isEmpty { apps.remove(at: index) } }
    return change(&apps[index])
  }

  private func position(of app: AppIdentifier) -> Int {
    var low = 0
    var high = apps.count
    while low < high {
      let middle = (low + high) / 2
      if apps[middle].app < app { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// A number for a notification that is added, or shown without a name.
  mutating func makeNumber() -> UInt64 {
    added += 1
    return added
  }

  /// The app leaves the device; returns what stands in the user's list of it.
  mutating func remove(_ app: AppIdentifier) -> [DeliveredNotification] {
    asked.removeAll { $0.notice.app == app }
    held.removeAll { $0.app == app }
    let delivered = self[app]?.delivered ?? []
    apps.removeAll { $0.app == app }
    return delivered
  }

  /// The numbers on icons, of apps that have one.
  package var badges: [(app: AppIdentifier, count: Int)] {
    apps.compactMap { $0.badge > 0 ? ($0.app, $0.badge) : nil }
  }

  // MARK: Time

  /// When something is to be done next.
  func look(at now: Instant, isLocked: Bool, mayShow: Bool) -> Instant? {
    if mayShow, !held.isEmpty { return now }
    if !isLocked, apps.indices.contains(where: { apps[$0].hasAnswer }) { return now }
    let unanswered = asked.lazy.map(\.until).min()
    guard mayShow, let due = nextDue else { return unanswered }
    return min(unanswered ?? due, due)
  }

  /// When the first notification is due; `nil`: none waits for a time.
  var nextDue: Instant? { apps.lazy.compactMap(\.nextDue).min() }

  /// When the machine is to be awake for a notification; passive ones wait until it is (LN9).
  var nextAlarm: Instant? {
    apps.lazy.compactMap { app in
      app.pending.first { $0.due != nil && $0.notification.content.level != .passive }?.due
    }
    .min()
  }

  /// Takes the first notification that is due.
  mutating func takeDue(by clock: WallClock, at now: Instant) -> DeliveredNotification? {
    let due = apps.filter { $0.nextDue.map { $0 <= now } ?? false }
    let first = due.min { ($0.nextDue ?? now, $0.app) < ($1.nextDue ?? now, $1.app) }
    guard let app = first?.app else { return nil }
    return update(app) { $0.takeDue(by: clock, at: now) }
      .map { DeliveredNotification(app: app, $0.notification, dueAt: $0.due ?? now) }
  }

  /// Follows a change of the wall clock or the time zone.
  mutating func follow(_ clock: WallClock, at now: Instant) {
    for index in apps.indices { apps[index].follow(clock, at: now) }
  }

  // MARK: Before the first unlock

  /// Keeps a notification until the first unlock.
  mutating func hold(_ notice: DeliveredNotification) {
    held.removeAll { $0.key == notice.key }
    held.append(notice)
  }

  mutating func takeHeld() -> [DeliveredNotification] {
    defer { held = [] }
    return held
  }

  // MARK: The app in front

  /// Whether the app is asked about few enough to be asked about another.
  func canAsk(_ app: AppIdentifier) -> Bool {
    asked.count { $0.notice.app == app } < PendingPresentation.countMax
  }

  mutating func ask(_ question: PendingPresentation) { asked.append(question) }

  /// Takes the question that the app answers.
  mutating func takeAsked(_ token: CallbackToken, of app: AppIdentifier) -> DeliveredNotification? {
    let index = asked.firstIndex { $0.token == token && $0.notice.app == app }
    return index.map { asked.remove(at: $0).notice }
  }

  /// Takes the questions of an app that is no longer in front.
  mutating func takeAsked(of app: AppIdentifier) -> [DeliveredNotification] {
    if asked.isEmpty { return [] }
    let notices = asked.filter { $0.notice.app == app }.map(\.notice)
    asked.removeAll { $0.notice.app == app }
    return notices
  }

  /// Takes the questions whose time is over.
  mutating func takeUnanswered(at now: Instant) -> [DeliveredNotification] {
    let notices = asked.filter { $0.until <= now }.map(\.notice)
    asked.removeAll { $0.until <= now }
    return notices
  }

  /// No app could answer until now: every question has time until `moment` at least.
  mutating func postpone(until moment: Instant) {
    for index in asked.indices { asked[index].until = max(asked[index].until, moment) }
  }

  /// The machine slept meanwhile, and with it the apps that were asked.
  mutating func slept(for length: Duration) {
    for index in asked.indices { asked[index].until = asked[index].until + length }
  }

  // MARK: The locked device

  /// Takes the answers that waited for the device to be unlocked.
  mutating func takeAnswers() -> [(app: AppIdentifier, answer: NotificationResponse)] {
    var answers: [(AppIdentifier, NotificationResponse)] = []
    for index in apps.indices {
      let app = apps[index].app
      answers += apps[index].takeAnswers().map { (app, $0) }
    }
    return answers
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension NotificationTable {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("added")
    added.write(to: &writer)
    writer.key("apps")
    apps.write(to: &writer)
    writer.key("asked")
    asked.write(to: &writer)
    writer.key("held")
    held.write(to: &writer)
    if let nextReview {
      writer.key("nextLook")
      nextReview.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("added")
    added = try UInt64(from: &reader)
    try reader.key("apps")
    apps = try [AppNotifications](from: &reader)
    try reader.key("asked")
    asked = try [PendingPresentation](from: &reader)
    try reader.key("held")
    held = try [DeliveredNotification](from: &reader)
    nextReview = try reader.hasKey("nextLook") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
