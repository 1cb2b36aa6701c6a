import Foundation
import Testing

@testable import PushLink

@Suite("The link, with broadcast channels")
struct BroadcastLinkTests {
  private typealias Broadcast = DaemonNews.Broadcast

  private static let mail = DaemonNews.Topic(topic: "mail")
  /// The name of a channel.
  private static let name = "AAAAAAAAAAAAAAAAAAAAAA=="
  private static let wanted = Broadcast(topic: "mail", channel: "c", isSubscribed: true)
  private static let unwanted = Broadcast(topic: "mail", channel: "c", isSubscribed: false)
  private static let subscribe = LinkMachine.Order.send(
    .subscribe(topic: "mail", environment: "production", channel: "c")
  )
  private static let unsubscribe = LinkMachine.Order.send(
    .unsubscribe(topic: "mail", environment: "production", channel: "c")
  )

  private func news(
    _ broadcasts: Broadcast...,
    topics: [DaemonNews.Topic] = [mail]
  ) -> LinkMachine.Event {
    .news(DaemonNews(topics: topics, broadcasts: broadcasts))
  }

  private func answer(_ change: Broadcast, _ cause: String? = nil) -> LinkMachine.Order {
    .call(.answerBroadcast(change, cause: cause))
  }

  /// A link with an open connection, and one with a subscription that the gateway has taken.
  private func opened(subscribed: Bool) -> LinkMachineTests.Link {
    var link = LinkMachineTests.Link()
    _ = link.open()
    guard subscribed else { return link }
    _ = link.feed(news(Self.wanted))
    _ = link.feed(.received(.subscribed(Self.wanted, status: 200)))
    _ = link.feed(news())
    return link
  }

  @Test("keeps what an app wants before it asks the gateway, and answers when that has")
  func subscribes() {
    var link = opened(subscribed: false)
    #expect(
      link.feed(news(Self.wanted)) == [.save, Self.subscribe, .arm(.broadcasts, .seconds(5))]
    )
    #expect(link.machine.memory.broadcasts == ["mail": ["c"]])
    // Other news that come meanwhile do not have it asked twice.
    #expect(link.feed(news(Self.wanted)) == [])
    let first = link.feed(.received(.subscribed(Self.wanted, status: 200)))
    #expect(first == [answer(Self.wanted)])
    // The answer to one that it has asked for by itself is no one's.
    #expect(link.feed(.received(.subscribed(Self.wanted, status: 200))) == [])
    // What is kept is answered at once.
    #expect(link.feed(news(Self.wanted)) == [answer(Self.wanted)])
  }

  @Test("says on each connection what is kept, after all else that the gateway has to know")
  func again() {
    var link = opened(subscribed: true)
    _ = link.feed(.lost(.closed("it has ended")), .timer(.retry), .connected)
    let orders = link.feed(
      .received(.challenge(nonce: String(repeating: "A", count: 43))),
      .received(.hello(status: 200))
    )
    let said = orders.filter { if case .send = $0 { true } else { false } }
    #expect(
      said == [
        .send(.register(topic: "mail", environment: "production")),
        .send(.power(priorityMin: 1, isLowPower: false)), Self.subscribe,
        .send(.keepAlive(seconds: 270)),
      ]
    )
  }

  @Test("keeps what an app wants while there is no connection, and answers at once")
  func offline() {
    var link = LinkMachineTests.Link()
    _ = link.feed(.started)
    let wanted = Broadcast(topic: "mail", channel: Self.name, isSubscribed: true)
    let orders = link.feed(news(wanted))
    #expect(orders.prefix(2) == [.save, answer(wanted)])
    #expect(link.machine.memory.broadcasts == ["mail": [Self.name]])
  }

  @Test(
    "refuses without a connection what is not the name of a channel",
    arguments: ["c", "AAAAAAAAAAAAAAAAAAAAAAA=", "????????????????????????", ""]
  )
  func notAChannel(_ text: String) {
    var link = LinkMachineTests.Link()
    _ = link.feed(.started)
    let wanted = Broadcast(topic: "mail", channel: text, isSubscribed: true)
    let cause = "this is not the name of a channel; it is 16 bytes in Base64"
    #expect(link.feed(news(wanted)).first == answer(wanted, cause))
    #expect(link.machine.memory.broadcasts == [:])
  }

  @Test("answers the first after 5 s, whatever others ask for meanwhile")
  func notPutOff() {
    var link = opened(subscribed: false)
    _ = link.feed(news(Self.wanted))
    let other = Broadcast(topic: "mail", channel: "d", isSubscribed: true)
    #expect(
      link.feed(news(Self.wanted, other)) == [
        .save, .send(.subscribe(topic: "mail", environment: "production", channel: "d")),
      ]
    )
    #expect(
      link.feed(.timer(.broadcasts)) == [.disarm(.broadcasts), answer(Self.wanted), answer(other)]
    )
  }

  @Test("says why nothing comes by channels from a gateway that does not serve them")
  func earlierGateway() throws {
    var link = opened(subscribed: true)
    _ = link.feed(.lost(.closed("it has ended")), .timer(.retry), .connected)
    let orders = link.feed(
      .received(.challenge(nonce: String(repeating: "A", count: 43))),
      .received(GatewayMessage(#"{"messageType":"hello","status":200,"ext":["torpor.1"]}"#))
    )
    #expect(!orders.contains(Self.subscribe))
    #expect(
      orders.contains(
        .log(
          "the gateway at wss://g is older than broadcast channels: nothing comes by the 1 that "
            + "apps have subscribed to. They are kept; update the gateway"
        )
      )
    )
    let cause = "the gateway at wss://g is older than broadcast channels; it has to be updated"
    let other = Broadcast(topic: "mail", channel: "d", isSubscribed: true)
    #expect(link.feed(news(other)) == [answer(other, cause)])
    #expect(link.machine.memory.broadcasts == ["mail": ["c"]])
    // What is not wanted any more is forgotten all the same.
    #expect(link.feed(news(Self.unwanted)) == [.save, answer(Self.unwanted)])
    // Nor is anything kept without a connection, as if it could come; also by the next process.
    _ = link.feed(.lost(.closed("it has ended")))
    let offline =
      "the gateway at wss://g is older than broadcast channels; so it was when last "
      + "connected to. Update it, and try again once it is connected"
    let named = Broadcast(topic: "mail", channel: Self.name, isSubscribed: true)
    #expect(link.feed(news(named)) == [answer(named, offline)])
    let saved = try JSONEncoder().encode(link.machine.memory)
    #expect(try !JSONDecoder().decode(LinkMemory.self, from: saved).hasBroadcasts)
    // It is asked anew where the gateway has been updated.
    _ = link.feed(.timer(.retry), .connected)
    let updated = link.feed(
      .received(.challenge(nonce: String(repeating: "A", count: 43))),
      .received(.hello(status: 200))
    )
    #expect(updated.contains(.save))
    #expect(link.feed(news()) == [])
    #expect(link.feed(news(named)).first == .save)
  }

  @Test("reverts what it has done too late: the app has been told that it failed")
  func late() {
    var link = opened(subscribed: false)
    _ = link.feed(news(Self.wanted))
    _ = link.feed(.received(.subscribed(Self.wanted, status: 200)))
    #expect(link.feed(news()) == [])
    let late = LinkMachine.Event.broadcastSettled(Self.wanted, isLate: true)
    #expect(link.feed(late) == [.save, Self.unsubscribe])
    #expect(link.machine.memory.broadcasts == [:])
    // Once.
    #expect(link.feed(late) == [])
    // The end of a subscription likewise.
    link = opened(subscribed: true)
    _ = link.feed(.broadcastSettled(Self.wanted, isLate: false))
    _ = link.feed(news(Self.unwanted))
    #expect(link.feed(.broadcastSettled(Self.unwanted, isLate: true)) == [.save, Self.subscribe])
    #expect(link.machine.memory.broadcasts == ["mail": ["c"]])
  }

  @Test("keeps nothing of what the gateway has refused, or whose app is not registered any more")
  func settledRefusal() {
    var link = opened(subscribed: false)
    _ = link.feed(news(Self.wanted))
    _ = link.feed(.received(.subscribed(Self.wanted, status: 404)))
    #expect(!link.machine.memory.unsettledBroadcasts.isEmpty)
    #expect(link.feed(.broadcastSettled(Self.wanted, isLate: false)) == [])
    #expect(link.machine.memory.unsettledBroadcasts.isEmpty)
    _ = link.feed(news(Self.wanted))
    _ = link.feed(news(topics: []))
    #expect(link.machine.memory.unsettledBroadcasts.isEmpty)
  }

  @Test("reverts nothing that it had before, that was made up for, or that was asked for again")
  func lateWithoutChange() {
    var link = opened(subscribed: true)
    let late = LinkMachine.Event.broadcastSettled(Self.wanted, isLate: true)
    // The answer was taken; the app has asked for the same once more, and that was too late.
    _ = link.feed(.broadcastSettled(Self.wanted, isLate: false))
    #expect(link.feed(news(Self.wanted)) == [answer(Self.wanted)])
    #expect(link.feed(late) == [])
    #expect(link.machine.memory.broadcasts == ["mail": ["c"]])
    // Subscribed, and ended again, before the daemon has taken the one answer or the other.
    link = opened(subscribed: false)
    _ = link.feed(news(Self.wanted), news(Self.unwanted))
    #expect(link.feed(late) == [])
    #expect(link.feed(.broadcastSettled(Self.unwanted, isLate: true)) == [])
    #expect(link.machine.memory.broadcasts == [:])
    // The app has asked again before the daemon has said that the first answer was late.
    link = LinkMachineTests.Link()
    let named = Broadcast(topic: "mail", channel: Self.name, isSubscribed: true)
    _ = link.feed(.started, news(named), news(), news(named))
    #expect(link.feed(.broadcastSettled(named, isLate: true)) == [])
    #expect(link.feed(.broadcastSettled(named, isLate: false)) == [.save])
    #expect(link.machine.memory.broadcasts == ["mail": [Self.name]])
    #expect(link.machine.memory.unsettledBroadcasts.isEmpty)
  }

  @Test(
    "asks the daemon about what that has not taken an answer for, which says what apps were told"
  )
  func asksAgain() {
    let lost = LinkMachine.Event.daemonLost(cause: "it has ended")
    // Another daemon has told nobody that it failed.
    var link = opened(subscribed: true)
    _ = link.feed(lost)
    #expect(link.feed(news()).contains(answer(Self.wanted)))
    #expect(link.feed(.broadcastSettled(Self.wanted, isLate: false)) == [.save])
    #expect(link.machine.memory.broadcasts == ["mail": ["c"]])
    // Once; and what an app waits for now is answered as ever.
    _ = link.feed(lost)
    #expect(!link.feed(news()).contains(answer(Self.wanted)))
    link = opened(subscribed: true)
    _ = link.feed(lost)
    let answers = link.feed(news(Self.wanted)).filter { $0 == answer(Self.wanted) }
    #expect(answers.count == 1)
    // The same one has, as it was without a link.
    #expect(link.feed(.broadcastSettled(Self.wanted, isLate: true)).first == .save)
    #expect(link.machine.memory.broadcasts == [:])
  }

  @Test(
    "asks about what the link before it has changed: it may have been killed before it answered"
  )
  func nextLife() throws {
    var first = opened(subscribed: false)
    // Saved with the change itself.
    #expect(first.feed(news(Self.wanted)).first == .save)
    for isLate in [true, false] {
      let saved = try JSONEncoder().encode(first.machine.memory)
      var next = LinkMachineTests.Link(
        memory: try JSONDecoder().decode(LinkMemory.self, from: saved)
      )
      #expect(next.feed(.started, news()).contains(answer(Self.wanted)))
      #expect(next.feed(.broadcastSettled(Self.wanted, isLate: isLate)) == [.save])
      #expect(next.machine.memory.broadcasts == (isLate ? [:] : ["mail": ["c"]]))
      #expect(next.machine.memory.unsettledBroadcasts.isEmpty)
    }
    // The end of a subscription likewise.
    first = opened(subscribed: true)
    _ = first.feed(.broadcastSettled(Self.wanted, isLate: false), news(Self.unwanted))
    let saved = try JSONEncoder().encode(first.machine.memory)
    var next = LinkMachineTests.Link(
      memory: try JSONDecoder().decode(LinkMemory.self, from: saved)
    )
    #expect(next.feed(.started, news()).contains(answer(Self.unwanted)))
    #expect(next.feed(.broadcastSettled(Self.unwanted, isLate: true)) == [.save])
    #expect(next.machine.memory.broadcasts == ["mail": ["c"]])
  }

  @Test("answers after 5 s, or when the connection is gone: it is kept")
  func patience() {
    var link = opened(subscribed: false)
    _ = link.feed(news(Self.wanted))
    #expect(link.feed(.timer(.broadcasts)) == [.disarm(.broadcasts), answer(Self.wanted)])
    var other = opened(subscribed: false)
    _ = other.feed(news(Self.wanted))
    #expect(other.feed(.lost(.closed("it has ended"))).contains(answer(Self.wanted)))
    #expect(other.machine.memory.broadcasts == ["mail": ["c"]])
  }

  @Test(
    "drops what the gateway does not have, and says why",
    arguments: [
      (400, "the gateway says that this is not the name of a channel; it is 16 bytes in Base64"),
      (404, "the gateway has no such channel of mail for production; its sender creates it"),
      (429, "the gateway takes no more subscriptions of this device; end one"),
      (403, "the gateway says 403; report this"),
    ]
  )
  func refused(status: Int, cause: String) {
    var link = opened(subscribed: false)
    _ = link.feed(news(Self.wanted))
    #expect(
      link.feed(.received(.subscribed(Self.wanted, status: status))) == [
        .save, .log("mail is not subscribed to broadcast channel c: \(cause)"),
        answer(Self.wanted, cause),
      ]
    )
    #expect(link.machine.memory.broadcasts == [:])
  }

  @Test("asks again, on the same connection and ever later, where the gateway's store fails")
  func failing() {
    var link = opened(subscribed: false)
    _ = link.feed(news(Self.wanted))
    let failed = LinkMachine.Event.received(.subscribed(Self.wanted, status: 500))
    let line = "the gateway's store cannot look up broadcast channels now; it is asked again"
    #expect(link.feed(failed) == [.log(line), .arm(.subscriptions, .seconds(1))])
    // The app is told in time: what it wants is kept.
    #expect(link.feed(.timer(.broadcasts)) == [.disarm(.broadcasts), answer(Self.wanted)])
    #expect(link.feed(.timer(.subscriptions)) == [Self.subscribe])
    #expect(link.feed(failed) == [.log(line), .arm(.subscriptions, .seconds(2))])
    #expect(link.feed(.timer(.subscriptions)) == [Self.subscribe])
    #expect(link.feed(.received(.subscribed(Self.wanted, status: 200))) == [])
    #expect(link.feed(.timer(.subscriptions)) == [])
    #expect(link.machine.memory.broadcasts == ["mail": ["c"]])
    // All go with the connection; the next begins with what is kept.
    #expect(link.feed(failed) == [.log(line), .arm(.subscriptions, .seconds(1))])
    #expect(link.feed(.lost(.closed("it has ended"))).contains(.disarm(.subscriptions)))
  }

  @Test("drops what a channel has brought last, also in the next life of the link")
  func repeated() throws {
    var link = opened(subscribed: true)
    var push = GatewayPush(version: 0, identifier: "i", topic: "mail", payload: "{}")
    push.channel = "c"
    #expect(link.feed(.answered(push, .failed(cause: "full"))).first == .disconnect)
    #expect(link.machine.memory.lastBroadcasts == [:])
    link = opened(subscribed: true)
    #expect(link.feed(.answered(push, .accepted)) == [.save])
    #expect(link.feed(.received(.push(push))) == [])
    let saved = try JSONEncoder().encode(link.machine.memory)
    #expect(
      try JSONDecoder().decode(LinkMemory.self, from: saved).lastBroadcasts == ["mail": ["c": "i"]]
    )
    push.identifier = "j"
    #expect(link.feed(.received(.push(push))) == [.call(.deliver(push))])
    // It goes with the subscription.
    _ = link.feed(news(Self.unwanted))
    #expect(link.machine.memory.lastBroadcasts == [:])
  }

  @Test("ends a subscription that an app does not want any more; what crosses it is not delivered")
  func unsubscribes() {
    var link = opened(subscribed: true)
    var push = GatewayPush(version: 0, identifier: "i", topic: "mail", payload: "{}")
    push.channel = "c"
    #expect(link.feed(.received(.push(push))) == [.call(.deliver(push))])
    // It lies in no mailbox, so that there is nothing to acknowledge.
    #expect(link.feed(.answered(push, .accepted)) == [.save])
    #expect(
      link.feed(.answered(push, .refused(cause: "too long")))
        == [.log("broadcast i for mail: too long")]
    )
    #expect(link.feed(news(Self.unwanted)) == [.save, Self.unsubscribe, answer(Self.unwanted)])
    #expect(link.feed(.received(.push(push))) == [])
    // There is nothing left to end.
    #expect(link.feed(news(Self.unwanted)) == [answer(Self.unwanted)])
  }

  @Test("forgets all of an app that is not registered any more")
  func unregistered() {
    var link = opened(subscribed: true)
    let orders = link.feed(news(topics: []))
    #expect(orders.contains(Self.unsubscribe))
    #expect(link.machine.memory.broadcasts == [:])
  }

  @Test("keeps 64 of an app, and 256 of the device")
  func most() {
    var link = opened(subscribed: false)
    let topics = (0..<5).map { DaemonNews.Topic(topic: "app\($0)") }
    let all = topics.flatMap { topic in
      (0...64).map { Broadcast(topic: topic.topic, channel: "c\($0)", isSubscribed: true) }
    }
    let orders = link.feed(.news(DaemonNews(topics: topics, broadcasts: all)))
    let refused = orders.compactMap { order -> String? in
      guard case .call(.answerBroadcast(let change, let cause?)) = order else { return nil }
      return "\(change.topic) \(change.channel): \(cause)"
    }
    #expect(
      link.machine.memory.broadcasts.mapValues(\.count) == [
        "app0": 64, "app1": 64, "app2": 64, "app3": 64,
      ]
    )
    #expect(refused.count == 4 + 65)
    #expect(
      refused.first
        == "app0 c64: there are 64 subscriptions of the app and 64 of the device already; at "
        + "most 64 and 256 are kept. End one"
    )
  }

  @Test("reads what an earlier link has left, which knew nothing of channels")
  func earlier() throws {
    let text = #"{"gateway":"wss://g","keepAlive":{},"tokens":{"mail":"cafe"}}"#
    var memory = try JSONDecoder().decode(LinkMemory.self, from: Data(text.utf8))
    #expect((memory.tokens, memory.broadcasts) == (["mail": "cafe"], [:]))
    memory.broadcasts = ["mail": ["c"]]
    let again = try JSONDecoder().decode(LinkMemory.self, from: JSONEncoder().encode(memory))
    #expect(again == memory)
  }
}
