import TorporWire

/// Notifications that wait for a server, are being shown, or are on the screen.
struct NotificationQueue {
  private enum State {
    case waiting
    /// The server is asked, and has not answered.
    case asked
    case shown(UInt32)
  }

  private struct Entry {
    var notification: BridgeNotification
    var state: State
    /// The server's number of what this one takes the place of.
    var replaced: UInt32?
  }

  private var entries: [String: Entry] = [:]
  private var waiting: [String] = []
  private var keys: [UInt32: String] = [:]

  /// Notifications that wait for a server: 64, the newest; our choice.
  static let waitingMax = 64

  mutating func add(_ notification: BridgeNotification) {
    var replaced: UInt32?
    if case .shown(let number)? = entries[notification.key]?.state { replaced = number }
    waiting.removeAll { $0 == notification.key }
    entries[notification.key] = Entry(
      notification: notification,
      state: .waiting,
      replaced: replaced
    )
    waiting.append(notification.key)
    if waiting.count > NotificationQueue.waitingMax { entries[waiting.removeFirst()] = nil }
  }

  /// Takes the next that waits, and the number of the one whose place it takes.
  mutating func next() -> (BridgeNotification, replaced: UInt32?)? {
    guard !waiting.isEmpty else { return nil }
    let key = waiting.removeFirst()
    guard let entry = entries[key] else { return next() }
    entries[key]?.state = .asked
    return (entry.notification, entry.replaced)
  }

  /// The server has given it a number; `false`: it is wanted no more.
  mutating func wasShown(_ key: String, as number: UInt32) -> Bool {
    guard let entry = entries[key] else { return false }
    if let replaced = entry.replaced, replaced != number { keys[replaced] = nil }
    // A newer one of the same key waits already, and takes this one's place.
    if case .waiting = entry.state {
      entries[key]?.replaced = number
    } else {
      entries[key]?.state = .shown(number)
    }
    keys[number] = key
    return true
  }

  /// Drops one; returns its number, where it is on the screen.
  mutating func remove(_ key: String) -> UInt32? {
    waiting.removeAll { $0 == key }
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    var number = entry.replaced
    if case .shown(let shown) = entry.state { number = shown }
    if let number { keys[number] = nil }
    return number
  }

  func key(of number: UInt32) -> String? { keys[number] }

  /// The action of a notification that takes a text.
  func textAction(of key: String) -> String? {
    entries[key]?.notification.actions.first(where: \.takesText)?.id
  }

  /// Numbers mean nothing any more; what was asked for and not shown waits again.
  mutating func serverHasGone() {
    keys = [:]
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      entries[key]?.replaced = nil
      switch entry.state {
      case .waiting: break
      case .asked:
        entries[key]?.state = .waiting
        waiting.append(key)
      // It went with the server that showed it.
      case .shown: entries[key] = nil
      }
    }
  }
}
