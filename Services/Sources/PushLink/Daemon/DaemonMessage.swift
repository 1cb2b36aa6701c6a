internal import FoundationEssentials

/// The daemon's report to the link: the requests of apps, and the state of the device.
package struct DaemonNews: Hashable, Sendable, Decodable {
  /// A topic for which an app wants pushes.
  package struct Topic: Hashable, Sendable, Decodable {
    package var topic: String
    package var hasToken: Bool
    package var isOnScreen: Bool

    package init(topic: String, hasToken: Bool = false, isOnScreen: Bool = false) {
      (self.topic, self.hasToken, self.isOnScreen) = (topic, hasToken, isOnScreen)
    }
  }

  /// A Web Push channel by which a program wants messages.
  package struct Channel: Hashable, Sendable, Decodable {
    package var channel: String
    /// The only key with which its senders may sign; `nil`: any.
    package var key: String?

    package init(channel: String, key: String? = nil) { (self.channel, self.key) = (channel, key) }
  }

  /// An app's request for a broadcast channel, whose answer it awaits.
  package struct Broadcast: Hashable, Sendable, Codable {
    package var topic: String
    package var channel: String
    package var isSubscribed: Bool

    package init(topic: String, channel: String, isSubscribed: Bool) {
      (self.topic, self.channel, self.isSubscribed) = (topic, channel, isSubscribed)
    }
  }

  package var topics: [Topic]
  package var priorityMin: Int
  package var isLowPower: Bool
  /// The kind of network (`wifi`, `cellular`, `wired`, `none`); `nil`: unknown.
  package var network: String?
  /// The number of times that the machine has slept since the link attached.
  package var sleeps: Int
  package var channels: [Channel]
  /// Channels that the gateway must remove.
  package var endedChannels: [String]
  package var broadcasts: [Broadcast]

  package init(
    topics: [Topic] = [],
    priorityMin: Int = 1,
    isLowPower: Bool = false,
    network: String? = nil,
    sleeps: Int = 0,
    channels: [Channel] = [],
    endedChannels: [String] = [],
    broadcasts: [Broadcast] = []
  ) {
    (self.topics, self.priorityMin, self.isLowPower) = (topics, priorityMin, isLowPower)
    (self.network, self.sleeps) = (network, sleeps)
    (self.channels, self.endedChannels) = (channels, endedChannels)
    self.broadcasts = broadcasts
  }
}

extension DaemonNews {
  private enum CodingKeys: String, CodingKey {
    case topics, priorityMin, isLowPower, network, sleeps, channels, endedChannels, broadcasts
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      topics: try members.decode([Topic].self, forKey: .topics),
      priorityMin: try members.decode(Int.self, forKey: .priorityMin),
      isLowPower: try members.decode(Bool.self, forKey: .isLowPower),
      network: try members.decodeIfPresent(String.self, forKey: .network),
      sleeps: try members.decode(Int.self, forKey: .sleeps),
      // An earlier daemon has none.
      channels: try members.decodeIfPresent([Channel].self, forKey: .channels) ?? [],
      endedChannels: try members.decodeIfPresent([String].self, forKey: .endedChannels) ?? [],
      broadcasts: try members.decodeIfPresent([Broadcast].self, forKey: .broadcasts) ?? []
    )
  }
}

/// The daemon's answer to a push.
package enum DeliveryAnswer: Hashable, Sendable {
  /// It is saved, now or earlier.
  case accepted
  case appMissing
  case refused(cause: String)
  /// The daemon could not save it; the gateway must keep it.
  case failed(cause: String)
}

/// The link's calls to the daemon, as Varlink messages.
package enum DaemonCall: Hashable, Sendable {
  /// Becomes the link; an earlier daemon accepts no call that reports the link's knowledge.
  case attach(gateway: String, saysWhatItKnows: Bool = true)
  case report(isConnected: Bool, text: String)
  /// Without a token: the gateway currently provides none.
  case setToken(topic: String, token: String?)
  case deliver(GatewayPush)
  case setEndpoint(channel: String, endpoint: String)
  case endChannel(String)
  case deliverMessage(ChannelMessage)
  /// An app's request for a broadcast channel was carried out; with a cause: it was not.
  case answerBroadcast(DaemonNews.Broadcast, cause: String?)

  private static let interface = "io.torpor.Control."

  /// The message, without the zero byte that ends it.
  var message: String {
    switch self {
    case .attach(let gateway, let saysWhatItKnows):
      write(
        "AttachPushLink",
        ["\"gateway\":\(JSONText.quote(gateway))"]
          + (saysWhatItKnows ? ["\"knowsBroadcasts\":true"] : []),
        ",\"more\":true"
      )
    case .report(let isConnected, let text):
      write(
        "ReportPushLink",
        ["\"isConnected\":\(isConnected)", "\"text\":\(JSONText.quote(ForeignText.line(text)))"]
      )
    case .setToken(let topic, let token):
      write(
        "SetPushToken",
        ["\"topic\":\(JSONText.quote(topic))"]
          + (token.map { ["\"token\":\(JSONText.quote($0))"] } ?? [])
      )
    case .deliver(let push): write("DeliverPush", members(of: push))
    case .setEndpoint(let channel, let endpoint):
      write(
        "SetPushEndpoint",
        ["\"channel\":\(JSONText.quote(channel))", "\"endpoint\":\(JSONText.quote(endpoint))"]
      )
    case .endChannel(let channel):
      write("EndPushChannel", ["\"channel\":\(JSONText.quote(channel))"])
    case .answerBroadcast(let change, let cause):
      write(
        "AnswerBroadcastChange",
        [
          "\"topic\":\(JSONText.quote(change.topic))",
          "\"channel\":\(JSONText.quote(change.channel))",
          "\"isSubscribed\":\(change.isSubscribed)",
        ] + (cause.map { ["\"cause\":\(JSONText.quote(ForeignText.line($0)))"] } ?? [])
      )
    case .deliverMessage(let message):
      write(
        "DeliverMessage",
        [
          "\"channel\":\(JSONText.quote(message.channel))",
          "\"identifier\":\(JSONText.quote(message.version))", "\"data\":\"\(message.base64)\"",
        ]
      )
    }
  }

  private func write(_ method: String, _ members: [String], _ flags: String = "") -> String {
    "{\"method\":\"\(Self.interface)\(method)\",\"parameters\":{\(members.joined(separator: ","))}\(flags)}"
  }

  private func members(of push: GatewayPush) -> [String] {
    var members = [
      "\"identifier\":\(JSONText.quote(push.identifier))",
      "\"topic\":\(JSONText.quote(push.topic))",
      "\"payload\":\(JSONText.quote(push.payload))",
    ]
    // Types that this device does not use are those given by the payload.
    if let type = push.pushType, ["alert", "background", "voip", "pushtotalk"].contains(type) {
      members.append("\"type\":\"\(type)\"")
    }
    if let priority = push.priority, [1, 5, 10].contains(priority) {
      members.append("\"priority\":\(priority)")
    }
    if let name = push.collapseIdentifier {
      members.append("\"collapseIdentifier\":\(JSONText.quote(name))")
    }
    if let channel = push.channel {
      members.append("\"channel\":\(JSONText.quote(channel))")
    }
    if let seconds = push.expirationSeconds, seconds >= 0 {
      let (micros, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
      members.append("\"expirationWallMicroseconds\":\(isTooLong ? .max : micros)")
    }
    if let milliseconds = push.sentMilliseconds, milliseconds >= 0 {
      let (micros, isTooLong) = milliseconds.multipliedReportingOverflow(by: 1000)
      members.append("\"sentWallMicroseconds\":\(isTooLong ? .max : micros)")
    }
    return members
  }
}

/// A reply of the daemon.
struct DaemonReply: Decodable {
  var error: String?
  var continues: Bool?
  var parameters: Parameters?

  struct Parameters: Decodable {
    var outcome: String?
    var cause: String?
    var isLate: Bool?
    /// The message of an error.
    var message: String?
  }

  init?(_ bytes: [UInt8]) {
    guard let reply = try? JSONDecoder().decode(DaemonReply.self, from: Data(bytes)) else {
      return nil
    }
    self = reply
  }

  /// The daemon's answer to the push, if the reply is one to `DeliverPush`.
  var delivery: DeliveryAnswer {
    // It would fail in the same way every time.
    if let error, error.hasSuffix(".InvalidParameter") {
      return .refused(cause: parameters?.message ?? error)
    }
    if let error { return .failed(cause: parameters?.message ?? error) }
    switch parameters?.outcome {
    case "accepted", "repeated": return .accepted
    case "appMissing": return .appMissing
    case "refused": return .refused(cause: parameters?.cause ?? "it cannot be delivered")
    default: return .failed(cause: "the daemon's answer cannot be read")
    }
  }

  /// Returns the report in a reply to `AttachPushLink`.
  static func news(_ bytes: [UInt8]) -> DaemonNews? {
    struct Reply: Decodable { var parameters: DaemonNews }
    return try? JSONDecoder().decode(Reply.self, from: Data(bytes)).parameters
  }
}
