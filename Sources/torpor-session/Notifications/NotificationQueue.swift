import TorporWire

/// Notifications that wait for a server, are being shown, or are on the screen.
///
/// A server gives each a number with its answer, and a newer notification takes the place of an earlier one by that
/// number: a key is asked for once at a time, and the newest that comes meanwhile follows the answer. Sent before it, it
/// would stand beside the earlier one.
struct NotificationQueue {
  private enum State {
    case waiting
    /// The request was sent to the server, which has not answered.
    case asked
    case shown(UInt32)
  }

  private struct Entry {
    var notification: BridgeNotification
    var state = State.waiting
    /// The server's number of the notification whose place this one takes.
    var replaced: UInt32?
    /// The newest that has come since the server was asked.
    var newer: BridgeNotification?
    /// Whether it was withdrawn since the server was asked, and no newer one has come.
    var isWithdrawn = false
  }

  private var entries: [String: Entry] = [:]
  private var waiting: [String] = []
  private var keys: [UInt32: String] = [:]

  /// The maximum number of notifications that wait for a server: 64, the newest; our choice.
  static let waitingMax = 64

  mutating func add(_ notification: BridgeNotification) {
    let key = notification.key
    var replaced = entries[key]?.replaced
    switch entries[key]?.state {
    case .asked:
      entries[key]?.newer = notification
      entries[key]?.isWithdrawn = false
      return
    case .shown(let number): replaced = number
    case .waiting, nil: break
    }
    wait(Entry(notification: notification, replaced: replaced))
  }

  private mutating func wait(_ entry: Entry) {
    let key = entry.notification.key
    waiting.removeAll { $0 == key }
    entries[key] = entry
    waiting.append(key)
    if waiting.count > NotificationQueue.waitingMax { entries[waiting.removeFirst()] = nil }
  }

  /// Returns the next waiting notification, and the number of the one that it replaces.
  mutating func next() -> (BridgeNotification, replaced: UInt32?)? {
    guard !waiting.isEmpty else { return nil }
    let key = waiting.removeFirst()
    guard let entry = entries[key] else { return next() }
    entries[key]?.state = .asked
    return (entry.notification, entry.replaced)
  }

  /// The server has given it a number; `false`: it was withdrawn, and is to be closed.
  ///
  /// A newer one may wait now.
  mutating func wasShown(_ key: String, as number: UInt32) -> Bool {
    guard let entry = entries[key], !entry.isWithdrawn else {
      entries[key] = nil
      return false
    }
    if let replaced = entry.replaced, replaced != number { keys[replaced] = nil }
    keys[number] = key
    if let newer = entry.newer {
      wait(Entry(notification: newer, replaced: number))
    } else {
      entries[key] = Entry(notification: entry.notification, state: .shown(number))
    }
    return true
  }

  /// The server has refused it, and would refuse the next of its key.
  mutating func wasRefused(_ key: String) {
    if let replaced = entries.removeValue(forKey: key)?.replaced { keys[replaced] = nil }
  }

  /// Removes a notification; returns its number if it is on the screen.
  mutating func remove(_ key: String) -> UInt32? {
    waiting.removeAll { $0 == key }
    guard let entry = entries[key] else { return nil }
    var number = entry.replaced
    switch entry.state {
    case .asked:
      // Until the server answers, its number is not known.
      entries[key]?.newer = nil
      entries[key]?.isWithdrawn = true
    case .shown(let shown):
      number = shown
      entries[key] = nil
    case .waiting: entries[key] = nil
    }
    if let number { keys[number] = nil }
    return number
  }

  func key(of number: UInt32) -> String? { keys[number] }

  /// Returns the action of a notification that takes a text.
  func textAction(of key: String) -> String? {
    entries[key]?.notification.actions.first(where: \.takesText)?.id
  }

  /// Discards all numbers when the server has ended; unshown requests wait again.
  mutating func serverHasGone() {
    keys = [:]
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      entries[key]?.replaced = nil
      switch entry.state {
      case .waiting: break
      case .asked:
        entries[key] = nil
        if !entry.isWithdrawn { wait(Entry(notification: entry.newer ?? entry.notification)) }
      // It disappeared with the server that showed it.
      case .shown: entries[key] = nil
      }
    }
  }
}
