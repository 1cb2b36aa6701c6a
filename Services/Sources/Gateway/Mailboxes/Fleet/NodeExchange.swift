import NIOCore
import TorporCrypto

/// The messages between gateways: one subject for each, and a request for operations that only the gateway with a
/// device's connection can do.
///
/// Concurrency: used on the event loop of its client.
final class NodeExchange {
  /// The name of this gateway, which is unique.
  let node = Hex.encode(Digest.random(count: 8))
  private let client: NATSClient
  private let prefix: String
  /// Called for a request of another gateway.
  var whenAsked: (Message, @escaping (Reply) -> Void) -> Void = { _, answer in answer(.absent) }

  /// A message from one gateway to another.
  enum Message {
    /// Pushes for a device that you are assumed to have.
    ///
    /// `fence` is that of the document that names you: if it differs, the requesting gateway has stored the pushes in
    /// the meantime.
    case pushes(Mailbox, fence: Int64, [(push: Push, token: DeviceToken)])
    /// A push is stored for one of your devices.
    case look(Mailbox)
    /// The device has connected elsewhere since that connection.
    case replaced(Mailbox, connection: Int64)
  }

  /// The answer to pushes.
  enum Reply {
    case answers([Result<Order.Outcome, Refusal>])
    /// The device is not here.
    case absent
  }

  /// The time that another gateway may take; it ignores requests that have waited half of it.
  static let patience = TimeAmount.milliseconds(1000)
  static let queuePatience = TimeAmount.milliseconds(500)

  init(_ client: NATSClient, prefix: String) {
    (self.client, self.prefix) = (client, prefix)
    client.subscribe(subject(node)) { [self] in receive($0) }
  }

  private func subject(_ node: String) -> String { "\(prefix).node.\(node)" }

  /// Sends a message that is not answered.
  func tell(_ node: String, _ message: Message) {
    client.publish(subject(node), NATSHeaders(), message.json.utf8)
  }

  /// Forwards pushes to the gateway that has the device.
  func ask(
    _ node: String,
    _ message: Message,
    _ answer: @escaping (Result<Reply, NATSFailure>) -> Void
  ) {
    client.request(subject(node), NATSHeaders(), message.json.utf8, within: Self.patience) {
      result in
      answer(
        result.flatMap { message in
          do throws(NATSFailure) {
            guard let reply = Reply(try message.json()) else {
              return .failure(.garbled("an answer of another gateway"))
            }
            return .success(reply)
          } catch {
            return .failure(error)
          }
        }
      )
    }
  }

  private func receive(_ message: NATSMessage) {
    guard let value = try? message.json(), let read = Message(value) else { return }
    let client = client
    whenAsked(read) { reply in
      if let subject = message.reply { client.publish(subject, NATSHeaders(), reply.json.utf8) }
    }
  }
}

extension NodeExchange.Message {
  init?(_ value: JSONValue) {
    guard let bytes = value["mailbox"]?.text.flatMap({ Hex.decode(Array($0.utf8)) }),
      bytes.count == Mailbox.byteCount
    else { return nil }
    let mailbox = Mailbox(bytes: bytes)
    switch value["do"]?.text {
    case "look": self = .look(mailbox)
    case "replaced":
      guard let number = value["connection"]?.integer else { return nil }
      self = .replaced(mailbox, connection: number)
    case "push":
      var pushes: [(Push, DeviceToken)] = []
      for item in value["pushes"]?.list ?? [] {
        guard let push = Push(json: item),
          let token = item["token"]?.text.flatMap({ Base64URL.decode($0) })
            .flatMap({ DeviceToken(known: $0) })
        else { return nil }
        pushes.append((push, token))
      }
      guard let fence = value["fence"]?.integer else { return nil }
      self = .pushes(mailbox, fence: fence, pushes)
    default: return nil
    }
  }

  var json: String {
    var text = JSONText()
    switch self {
    case .look(let mailbox):
      text.set("do", "look")
      text.set("mailbox", Hex.encode(mailbox.bytes))
    case .replaced(let mailbox, let connection):
      text.set("do", "replaced")
      text.set("mailbox", Hex.encode(mailbox.bytes))
      text.set("connection", connection)
    case .pushes(let mailbox, let fence, let pushes):
      text.set("do", "push")
      text.set("fence", fence)
      text.set("mailbox", Hex.encode(mailbox.bytes))
      let items = pushes.map { push, token in
        var item = JSONText()
        item.set("token", Base64URL.encode(token.bytes))
        push.write(to: &item)
        return item.finished
      }
      text.set("pushes", json: JSONText.list(items))
    }
    return text.finished
  }
}

extension NodeExchange.Reply {
  init?(_ value: JSONValue) {
    if value["absent"]?.boolean == true {
      self = .absent
      return
    }
    guard let items = value["answers"]?.list else { return nil }
    var answers: [Result<Order.Outcome, Refusal>] = []
    for item in items {
      if let name = item["outcome"]?.text, let outcome = Order.Outcome(name: name) {
        answers.append(.success(outcome))
      } else if let reason = item["reason"]?.text.flatMap({ Refusal.Reason(rawValue: $0) }) {
        let dead = item["dead"]?.integer
        answers.append(.failure(Refusal(reason, deadSinceMilliseconds: dead)))
      } else {
        return nil
      }
    }
    self = .answers(answers)
  }

  var json: String {
    var text = JSONText()
    switch self {
    case .absent: text.set("absent", true)
    case .answers(let answers):
      let items = answers.map { answer in
        var item = JSONText()
        switch answer {
        case .success(let outcome): item.set("outcome", outcome.name)
        case .failure(let refusal):
          item.set("reason", refusal.reason.rawValue)
          if let dead = refusal.deadSinceMilliseconds { item.set("dead", dead) }
        }
        return item.finished
      }
      text.set("answers", json: JSONText.list(items))
    }
    return text.finished
  }
}

extension Order.Outcome {
  /// Makes the outcome with a name that `name` has returned.
  fileprivate init?(name: String) {
    switch name {
    case "handed-over": self = .handedOver
    case "discarded": self = .discarded
    default:
      guard name.hasPrefix("held-"),
        let hold = DeliveryRule.Hold(rawValue: String(name.dropFirst(5)))
      else { return nil }
      self = .held(hold)
    }
  }
}
