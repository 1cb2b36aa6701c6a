import TorporCore
import TorporModel
import TorporWire

// Messages of servers to programs that know nothing of Torpor: between the link to a gateway and the desktops whose
// programs they are for.

/// Messages that were brought and of which no desktop has said what has become of them.
///
/// Nothing of it is saved: until a program has taken a message, it is the gateway's.
struct MessageDesk {
  /// A message, and who waits for the answer.
  struct Entry {
    let userID: UInt32
    let waiting: SessionTable.Waiting
  }

  /// By what a message is told apart.
  private(set) var entries: [String: Entry] = [:]

  mutating func add(_ identifier: String, _ entry: Entry) -> Entry? {
    entries.updateValue(entry, forKey: identifier)
  }

  mutating func take(_ identifier: String, ofUser userID: UInt32) -> SessionTable.Waiting? {
    guard entries[identifier]?.userID == userID else { return nil }
    return entries.removeValue(forKey: identifier)?.waiting
  }

  /// The desktop of a user has gone; who waits for its answers.
  mutating func takeAll(ofUser userID: UInt32) -> [SessionTable.Waiting] {
    let left = entries.filter { $0.value.userID == userID }
    for identifier in left.keys { entries[identifier] = nil }
    return left.values.map(\.waiting)
  }

  mutating func forget(_ connection: ConnectionIdentifier) {
    entries = entries.filter { $0.value.waiting.connection != connection }
  }
}

/// How often messages may run one program that stands still.
///
/// Twenty at once, and one more every 3 minutes: as FCM has it for an app on a device (push.md, 7). The gateway has a
/// limit of its own, which a device need not trust. What is beyond lies with the program until it runs.
struct MessageRate {
  private var left: Int
  private var since: Instant

  static let most = 20
  static let refill = Duration.minutes(3)

  init(at now: Instant) { (left, since) = (MessageRate.most, now) }

  /// Takes one; whether there was one.
  mutating func take(at now: Instant) -> Bool {
    while left < MessageRate.most, since + MessageRate.refill <= now {
      left += 1
      since = since + MessageRate.refill
    }
    if left == MessageRate.most { since = now }
    guard left > 0 else { return false }
    left -= 1
    return true
  }
}

extension Bridges {
  /// Channels of all users together: 1,024, half of what our gateway takes of one device, so that apps have the rest.
  private static let channelsMax = 1024

  /// The channels of all who are logged in, and those that have ended; a channel of two is that of the first.
  var pushChannels: (live: [PushChannel], ended: [String]) {
    var (live, ended): ([PushChannel], [String]) = ([], [])
    var names: Set<String> = []
    for desktop in desktops.values.sorted(by: { $0.attachment < $1.attachment })
    where desktop.stream != nil {
      live += desktop.channels.filter { names.insert($0.channel).inserted }
    }
    live.removeLast(max(0, live.count - Self.channelsMax))
    for desktop in desktops.values.sorted(by: { $0.attachment < $1.attachment })
    where desktop.stream != nil {
      ended += desktop.endedChannels.filter { names.insert($0).inserted }
    }
    return (live, ended)
  }

  /// Whose channel it is, of those who are logged in.
  func user(ofChannel channel: String) -> UInt32? {
    let owners = desktops.values.filter { desktop in
      desktop.stream != nil && desktop.channels.contains { $0.channel == channel }
    }
    return owners.min { $0.attachment < $1.attachment }?.userID
  }

  /// Who has ended a channel, and no other has it.
  func user(ofEndedChannel channel: String) -> UInt32? {
    guard user(ofChannel: channel) == nil else { return nil }
    return desktops.values.first {
      $0.stream != nil && $0.endedChannels.contains(channel)
    }?.userID
  }

  /// The desktop of the user has gone: its messages come again when it is back.
  func returnMessages(ofUser userID: UInt32) {
    for waiting in messages.takeAll(ofUser: userID) { answerMessage(.later, waiting) }
  }

  /// Has desktops be there for programs that want messages, where a gateway may be reached.
  func servePushes() {
    servesPushes = true
    for (user, desktop) in desktops where desktop.stream != nil {
      order(.servePushes, toUser: user)
    }
  }

  /// What the desktop of a user tells about channels and messages.
  func take(
    message fact: BridgeFact,
    ofUser userID: UInt32,
    in device: Device,
    at now: Instant
  ) -> [Input] {
    switch fact {
    case .pushChannels(let channels, let ended):
      desktops[userID]?.channels = channels
      desktops[userID]?.endedChannels = ended
    case .pushMessageWaits(let pid, let name):
      return messageWaits(for: pid, name, ofUser: userID, in: device, at: now)
    case .pushMessageAnswered(let identifier, let outcome):
      if let waiting = messages.take(identifier, ofUser: userID) { answerMessage(outcome, waiting) }
    default: break
    }
    return []
  }

  /// A message is on its way to a process: one that stands still runs for that, unless there were too many.
  private func messageWaits(
    for pid: Int32,
    _ name: String,
    ofUser userID: UInt32,
    in device: Device,
    at now: Instant
  ) -> [Input] {
    guard let launch = launch(ofProcess: pid, byUser: userID, in: device),
      // One that runs takes it as it is, and nothing is to be counted.
      device.apps.slot(of: launch).flatMap({ device.apps[slot: $0] })?.process.isFrozenOrFreezing
        == true
    else { return [] }
    var rate = messageRates[launch] ?? MessageRate(at: now)
    let isFree = rate.take(at: now)
    messageRates[launch] = rate
    guard isFree else { return [] }
    return [.process(launch: launch, event: .hazard(.pushMessage(name: name), isPresent: true))]
  }
}

extension SessionTable {
  func connectMessages() {
    bridges.answerMessage = { [weak self] outcome, waiting in
      self?.answer(Control.DeliverMessage.Reply(outcome: outcome), waiting)
    }
  }
}
