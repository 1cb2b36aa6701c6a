import TorporCore
import TorporModel
import TorporWire

/// Notifications that the device wants shown, until they leave the screen.
///
/// A key on the wire is the app's identifier, a space, and the app's own name for the notification, so
/// that an answer is understood by a daemon that was started since.
struct NotificationBoard {
  private struct Entry {
    let userID: UInt32
    let notification: BridgeNotification
    /// Whether a bridge has said that it is on the screen; until then a new bridge is asked again.
    var isShown = false
    /// What waits for a desktop, which was told; `nil`: one was there.
    var waiting: NotificationKey?
  }

  private var entries: [String: Entry] = [:]
  /// Keys in the order in which they were asked for.
  private var order: [String] = []

  /// Notifications that wait or are on screens: 256, the newest; our choice.
  static let countMax = 256

  /// Takes a notification and returns the order to show it.
  ///
  /// `soundFile`: the path of the file that it names, where that may be played. `waits`: no desktop of the user shows notifications now.
  mutating func show(
    _ shown: ShownNotification,
    soundFile: String? = nil,
    toUser userID: UInt32,
    waits: Bool = false
  ) -> BridgeOrder {
    let notification = BridgeNotification(shown, soundFile: soundFile)
    remove(notification.key)
    entries[notification.key] = Entry(
      userID: userID,
      notification: notification,
      waiting: waits ? shown.key : nil
    )
    order.append(notification.key)
    if order.count > NotificationBoard.countMax { remove(order[0]) }
    return .showNotification(notification: notification)
  }

  /// Drops a notification and returns the order to take it off the screen.
  mutating func withdraw(_ key: NotificationKey) -> BridgeOrder {
    remove(key.text)
    return .withdrawNotification(key: key.text)
  }

  /// What a new bridge of the user is to show.
  func orders(ofUser userID: UInt32) -> [BridgeOrder] {
    order.compactMap { key in
      guard let entry = entries[key], entry.userID == userID, !entry.isShown else { return nil }
      return .showNotification(notification: entry.notification)
    }
  }

  /// Whether a desktop has said that it is on the screen.
  func isShown(_ key: NotificationKey) -> Bool { entries[key.text]?.isShown ?? false }

  /// It is on a screen; returns its key where it has waited for one.
  mutating func wasShown(_ key: String) -> NotificationKey? {
    entries[key]?.isShown = true
    defer { entries[key]?.waiting = nil }
    return entries[key]?.waiting
  }

  /// The user chose an action; a notification that is not on the board may be an earlier daemon's.
  mutating func answered(
    _ key: String,
    _ action: String,
    _ text: String?,
    byUser userID: UInt32
  ) -> [Input] {
    defer { remove(key) }
    let chosen =
      action == BridgeNotification.tap ? NotificationResponse.defaultAction : action
    return respond(to: key, chosen, text, byUser: userID)
  }

  /// It has left the screen; one that ran out of time is not dismissed.
  mutating func closed(_ key: String, wasDismissed: Bool, byUser userID: UInt32) -> [Input] {
    guard entries[key].map({ $0.userID == userID }) ?? true else { return [] }
    defer { remove(key) }
    return wasDismissed
      ? respond(to: key, NotificationResponse.dismissAction, nil, byUser: userID) : []
  }

  private func respond(
    to key: String,
    _ action: String,
    _ text: String?,
    byUser userID: UInt32
  ) -> [Input] {
    // A notification about a job asks nothing: the process of the job hears of no answer.
    guard let named = NotificationKey(text: key), JobRecord.job(ofApp: named.app) == nil,
      entries[key].map({ $0.userID == userID }) ?? true
    else { return [] }
    let response = NotificationResponse(
      notification: named.identifier,
      action: action,
      text: text
    )
    return [.user(action: .respond(app: named.app, response), id: nil)]
  }

  private mutating func remove(_ key: String) {
    guard entries.removeValue(forKey: key) != nil else { return }
    order.removeAll { $0 == key }
  }
}

extension NotificationKey {
  /// The key as it stands on the wire.
  var text: String { "\(app) \(identifier)" }

  /// Reads a key; an identifier of an app has no space.
  init?(text: String) {
    guard let space = text.firstIndex(of: " "), let app = AppIdentifier(String(text[..<space]))
    else { return nil }
    self.init(app: app, identifier: String(text[text.index(after: space)...]))
  }
}

extension BridgeNotification {
  init(_ shown: ShownNotification, soundFile: String? = nil) {
    let content = shown.content
    let done = shown.percent.map { "\($0)%" } ?? ""
    let lines = [content.subtitle, content.body, done].filter { !$0.isEmpty }
    self.init(
      key: shown.key.text,
      appName: shown.appName,
      // Desktops show no notification without a first line.
      title: content.title.isEmpty ? shown.appName : content.title,
      body: lines.joined(separator: "\n"),
      sound: shown.options.contains(.sound)
        ? content.sound.nameInTheme.map { soundFile ?? $0 } : nil,
      actions: shown.actions.map {
        Action(id: $0.identifier, title: $0.title, takesText: $0.takesText)
      },
      urgency: content.level.urgency(isBanner: shown.options.contains(.banner)),
      percent: shown.percent
    )
  }
}

extension NotificationSound {
  /// A name of freedesktop's sound theme: the default sound, and what is heard where a file cannot be played.
  fileprivate var nameInTheme: String? {
    switch self {
    case .none: nil
    case .standard, .named: "message-new-instant"
    }
  }
}

extension InterruptionLevel {
  fileprivate func urgency(isBanner: Bool) -> BridgeNotification.Urgency {
    switch self {
    case .passive: .low
    case .active, .timeSensitive: isBanner ? .normal : .low
    case .critical: .critical
    }
  }
}
