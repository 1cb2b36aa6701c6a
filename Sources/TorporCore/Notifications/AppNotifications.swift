package import TorporModel

/// The notifications of one app.
package struct AppNotifications: Hashable, Sendable, Saved {
  let app: AppIdentifier
  /// The pending notifications, ordered by due time; those that wait for a region come first.
  package private(set) var pending: [PendingNotification] = []
  /// The notifications in the user's list, oldest first.
  package private(set) var delivered: [DeliveredNotification] = []
  /// The possible answers of the user, by category.
  package var categories: [NotificationCategory] = []
  /// Set the number on the app's icon.
  package var badge = 0

  init(app: AppIdentifier) { self.app = app }

  /// The maximum number of an app's notifications in the user's list; older ones are removed.
  ///
  /// 100: more than users read; our choice, because Apple gives no number.
  package static let deliveredMax = 100

  /// Whether there is nothing worth keeping.
  var isEmpty: Bool {
    pending.isEmpty && delivered.isEmpty && categories.isEmpty && badge == 0
  }

  /// Whether the user has answered one and the app was not notified.
  var hasAnswer: Bool { delivered.indices.contains { delivered[$0].answer != nil } }

  // MARK: Scheduled

  /// Adds a notification and returns those that no longer have room: the ones due last (LN3).
  mutating func add(_ new: PendingNotification, countMax: Int) -> [PendingNotification] {
    pending.insert(new, at: pending.firstIndex { new.isBefore($0) } ?? pending.endIndex)
    let overflow = pending.suffix(max(0, pending.count - countMax))
    pending.removeLast(overflow.count)
    return Array(overflow)
  }

  /// Removes and returns those with the names, or all.
  mutating func removePending(_ identifiers: [String]?) -> [PendingNotification] {
    let isNamed = Self.names(identifiers)
    let removed = pending.filter { isNamed($0.notification.identifier) }
    pending.removeAll { isNamed($0.notification.identifier) }
    return removed
  }

  /// Returns those that wait for a region of that name.
  func waiting(forRegion identifier: String) -> [PendingNotification] {
    pending.filter {
      guard case .region(let region, _) = $0.notification.trigger else { return false }
      return region.identifier == identifier
    }
  }

  /// When the first is due; `nil`: none waits for a time.
  var nextDue: Instant? { pending.first { $0.due != nil }?.due }

  /// Removes and returns the first that is due, and schedules it again if it repeats.
  mutating func takeDue(by clock: WallClock, at now: Instant) -> PendingNotification? {
    guard let index = pending.firstIndex(where: { $0.due != nil }), let due = pending[index].due,
      due <= now
    else { return nil }
    let first = pending.remove(at: index)
    var next = first
    if next.advance(by: clock, at: now) { _ = add(next, countMax: .max) }
    return first
  }

  /// Follows a change of the wall clock or the time zone.
  mutating func follow(_ clock: WallClock, at now: Instant) {
    for index in pending.indices { pending[index].follow(clock, at: now) }
    pending.sort { $0.isBefore($1) }
  }

  // MARK: Shown

  /// Puts a notification into the user's list; returns what no longer has room there.
  mutating func deliver(_ notice: DeliveredNotification) -> [DeliveredNotification] {
    // By index, because a closure would get a copy of each.
    if let index = delivered.indices.first(where: { delivered[$0].isNamed(as: notice) }) {
      delivered.remove(at: index)
    }
    delivered.append(notice)
    guard delivered.count > Self.deliveredMax else { return [] }
    let overflow = delivered.prefix(delivered.count - Self.deliveredMax)
    delivered.removeFirst(overflow.count)
    return Array(overflow)
  }

  /// Removes those with the names, or all, from the list, and returns them.
  mutating func removeDelivered(_ identifiers: [String]?) -> [DeliveredNotification] {
    let isNamed = Self.names(identifiers)
    let removed = delivered.filter { isNamed($0.notification.identifier) }
    delivered.removeAll { isNamed($0.notification.identifier) }
    return removed
  }

  /// Keeps the user's answer until the device is unlocked.
  mutating func keep(_ answer: NotificationResponse) {
    for index in delivered.indices
    where delivered[index].notification.identifier == answer.notification {
      delivered[index].answer = answer
    }
  }

  /// Removes and returns the user's answers.
  mutating func takeAnswers() -> [NotificationResponse] {
    let answers = delivered.compactMap(\.answer)
    for index in delivered.indices { delivered[index].answer = nil }
    return answers
  }

  private static func names(_ identifiers: [String]?) -> (String) -> Bool {
    guard let identifiers else { return { _ in true } }
    return { identifiers.contains($0) }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension AppNotifications {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("badge")
    badge.write(to: &writer)
    writer.key("categories")
    categories.write(to: &writer)
    writer.key("delivered")
    delivered.write(to: &writer)
    writer.key("pending")
    pending.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("badge")
    badge = try Int(from: &reader)
    try reader.key("categories")
    categories = try [NotificationCategory](from: &reader)
    try reader.key("delivered")
    delivered = try [DeliveredNotification](from: &reader)
    try reader.key("pending")
    pending = try [PendingNotification](from: &reader)
    try reader.endObject()
  }
}
