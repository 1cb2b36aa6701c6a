import Testing

@testable import PushLink

@Suite("The link")
struct LinkMachineTests {
  /// 32 bytes of zero.
  private static let nonce = String(repeating: "A", count: 43)
  private static let mail = DaemonNews.Topic(topic: "mail")
  private static let push = GatewayPush(version: 4, identifier: "i", topic: "mail", payload: "{}")

  /// A machine that chance does not touch, on a clock that stands at a full half minute.
  struct Link {
    var machine: LinkMachine
    var random = Fixed(value: .max)
    var uptime: Int64 = 600

    init(memory: LinkMemory = LinkMemory(gateway: "wss://g")) {
      machine = LinkMachine(
        memory: memory,
        gatewayName: "wss://g",
        publicKey: "k",
        environment: "production"
      )
    }

    mutating func feed(_ events: LinkMachine.Event...) -> [LinkMachine.Order] {
      var last: [LinkMachine.Order] = []
      for event in events {
        last = machine.handle(event, uptimeSeconds: uptime, using: &random)
      }
      return last
    }

    /// Brings it to where the gateway knows it, and returns what is said then.
    mutating func open(_ news: DaemonNews = DaemonNews(topics: [mail])) -> [LinkMachine.Order] {
      feed(
        .started,
        .news(news),
        .connected,
        .received(.challenge(nonce: nonce)),
        .received(.hello(status: 200))
      )
    }
  }

  @Test("connects when the daemon listens, proves its key, and says what it wants")
  func opens() {
    var link = Link()
    #expect(link.feed(.started) == [.attachDaemon])
    #expect(
      link.feed(.news(DaemonNews(topics: [Self.mail]))) == [
        .connect, .arm(.greeting, .seconds(20)),
      ]
    )
    #expect(
      link.feed(.connected) == [.send(.hello(key: "k")), .arm(.greeting, .seconds(20))]
    )
    #expect(link.feed(.received(.challenge(nonce: Self.nonce))) == [.prove(nonce: Self.nonce)])
    #expect(
      link.feed(.received(.hello(status: 200))) == [
        .disarm(.greeting), .send(.register(topic: "mail", environment: "production")),
        .arm(.tokens, .seconds(5)),
        .send(.power(priorityMin: 1, isLowPower: false)), .send(.keepAlive(seconds: 270)),
        .arm(.beat, .seconds(270)),
        .call(.report(isConnected: true, text: "connected to wss://g")),
      ]
    )
  }

  /// The pause that the next attempt is given, of an open connection that ends after so many seconds.
  private func pause(of link: inout Link, after seconds: Int64) -> Duration? {
    link.uptime += seconds
    let orders = link.feed(.lost(.closed("code 4503")))
    defer {
      _ = link.feed(
        .timer(.retry),
        .connected,
        .received(.challenge(nonce: Self.nonce)),
        .received(.hello(status: 200))
      )
    }
    for case .arm(.retry, let pause) in orders { return pause }
    return nil
  }

  @Test("comes ever more rarely to a gateway that lets it in and ends the connection")
  func endsAfterHello() {
    var link = Link()
    _ = link.open()
    let pauses = [0, 0, 30, 59, 0].map { pause(of: &link, after: $0) }
    #expect(pauses == [1, 2, 4, 8, 16].map { .seconds($0) })
  }

  @Test("comes back soon to a gateway whose connection has lasted a minute")
  func endsLater() {
    var link = Link()
    _ = link.open()
    #expect(pause(of: &link, after: 0) == .seconds(1))
    #expect(pause(of: &link, after: 0) == .seconds(2))
    #expect(pause(of: &link, after: 60) == .seconds(1))
    #expect(pause(of: &link, after: 0) == .seconds(2))
  }

  @Test("registers channels of Web Push on each connection, and again when they are listed anew")
  func channels() {
    var link = Link()
    let channel = DaemonNews.Channel(channel: "c", key: "k")
    let orders = link.open(DaemonNews(channels: [channel], endedChannels: ["old"]))
    let registers = LinkMachine.Order.send(.registerChannel("c", key: "k"))
    #expect(orders.contains(registers))
    #expect(orders.contains(.send(.unregisterChannel("old"))))
    let given = LinkMachine.Event.received(
      .channelRegistered("c", status: 200, endpoint: "https://a/b")
    )
    #expect(link.feed(given) == [.call(.setEndpoint(channel: "c", endpoint: "https://a/b"))])
    #expect(
      link.feed(.received(.channelUnregistered("old", status: 200))) == [.call(.endChannel("old"))]
    )
    #expect(link.feed(.received(.channelUnregistered("old", status: 500))) == [])
    // Who has logged out has none, and has them again.
    #expect(link.feed(.news(DaemonNews())) == [])
    #expect(link.feed(given) == [])
    #expect(link.feed(.news(DaemonNews(channels: [channel]))) == [registers])
    // Nobody is told of an address that does not exist.
    let refused = link.feed(.received(.channelRegistered("c", status: 501, endpoint: nil)))
    let line =
      "the gateway gives no address for a channel of Web Push: it has no Web Push; its operator sets "
      + "--public-url"
    #expect(refused == [.log(line), .arm(.channels, .seconds(60))])
    // It is asked again, since it keeps all messages until then.
    #expect(link.feed(.timer(.channels)) == [registers])
  }

  @Test("hands a message on, and tells the gateway what has become of it")
  func messages() {
    var link = Link()
    let channel = DaemonNews.Channel(channel: "c")
    _ = link.open(DaemonNews(channels: [channel]))
    let message = ChannelMessage(channel: "c", version: "1 a", data: [1, 2, 3])
    #expect(link.feed(.received(.message(message))) == [.call(.deliverMessage(message))])
    func acknowledged(_ answer: MessageAnswer) -> LinkMachine.Order {
      .send(.ackMessage(channel: "c", version: "1 a", answer))
    }
    for answer in [MessageAnswer.delivered, .unknown, .refused] {
      #expect(link.feed(.messageAnswered(message, answer)) == [acknowledged(answer)])
    }
    // Where nothing else is heard, it is asked for again after a minute.
    #expect(
      link.feed(.messageAnswered(message, .later)) == [
        acknowledged(.later), .arm(.channels, .seconds(60)),
      ]
    )
    #expect(link.feed(.messageAnswered(message, .later)) == [acknowledged(.later)])
    let registers = LinkMachine.Order.send(.registerChannel("c", key: nil))
    #expect(link.feed(.timer(.channels)) == [registers])
    #expect(link.feed(.timer(.channels)) == [])
    // What is answered when the connection has gone is said of the repeat.
    _ = link.feed(.lost(.closed("x")))
    #expect(link.feed(.messageAnswered(message, .delivered)) == [])
  }

  @Test("gives the daemon a token that it has not, once")
  func tokens() {
    var link = Link()
    _ = link.open()
    let given = LinkMachine.Event.received(
      .registered(topic: "mail", status: 200, token: "cafe")
    )
    #expect(link.feed(given) == [.save, .call(.setToken(topic: "mail", token: "cafe"))])
    // What nobody has asked for is not kept.
    #expect(link.feed(given) == [])
    let news = DaemonNews(topics: [DaemonNews.Topic(topic: "mail", hasToken: true)])
    #expect(link.feed(.news(news)) == [])
    // It has unregistered and registered within a turn.
    #expect(
      link.feed(.news(DaemonNews(topics: [Self.mail]))) == [
        .send(.register(topic: "mail", environment: "production")), .arm(.tokens, .seconds(5)),
      ]
    )
    // The daemon may have died before it had saved it: it is told again.
    #expect(link.feed(given) == [.call(.setToken(topic: "mail", token: "cafe"))])
    #expect(
      link.feed(.news(DaemonNews())) == [
        .send(.unregister(topic: "mail", environment: "production"))
      ]
    )
    #expect(link.feed(.received(.unregistered(topic: "mail", status: 200))) == [.save])
    #expect(link.machine.memory.tokens == [:])
  }

  @Test("answers for a push when the daemon has it, and only then")
  func acks() {
    var link = Link()
    _ = link.open()
    #expect(link.feed(.received(.push(Self.push))) == [.call(.deliver(Self.push))])
    #expect(
      link.feed(.answered(Self.push, .accepted)) == [
        .send(.ack(identifier: "i", version: 4, .delivered))
      ]
    )
    #expect(
      link.feed(.answered(Self.push, .appMissing)) == [
        .send(.ack(identifier: "i", version: 4, .appMissing))
      ]
    )
    #expect(
      link.feed(.answered(Self.push, .refused(cause: "too long"))) == [
        .send(.ack(identifier: "i", version: 4, .refused)), .log("push i for mail: too long"),
      ]
    )
    // What was not saved comes again with the next connection.
    let orders = link.feed(.answered(Self.push, .failed(cause: "disk full")))
    #expect(orders.first == .disconnect)
    #expect(orders.last == .arm(.retry, .seconds(30)))
    #expect(link.feed(.answered(Self.push, .accepted)) == [])
  }

  @Test("leaves the gateway when the daemon goes, so that nothing comes that nobody answers for")
  func daemonGone() {
    var link = Link()
    _ = link.open()
    let orders = link.feed(.daemonLost(cause: "gone"))
    #expect(orders.first == .disconnect)
    #expect(orders.suffix(2) == [.log("gone"), .arm(.daemonRetry, .seconds(1))])
    #expect(link.feed(.timer(.daemonRetry)) == [.attachDaemon])
    #expect(link.feed(.received(.push(Self.push))) == [])
    #expect(link.feed(.news(DaemonNews())).first == .connect)
  }

  @Test("beats on the edges of half minutes, and more rarely when it is answered")
  func beats() {
    var link = Link()
    link.uptime = 611
    #expect(link.open().contains(.arm(.beat, .seconds(259))))
    link.uptime = 600
    for beat in 1...3 {
      #expect(link.feed(.timer(.beat)) == [.send(.beat), .arm(.answer, .seconds(15))])
      let seconds = beat == 3 ? 330 : 270
      let announced: [LinkMachine.Order] =
        beat == 3 ? [.send(.keepAlive(seconds: 330))] : []
      #expect(
        link.feed(.received(.beat))
          == [.disarm(.answer), .save] + announced + [.arm(.beat, .seconds(seconds))]
      )
    }
    _ = link.feed(.timer(.beat))
    let orders = link.feed(.timer(.answer))
    #expect(orders.first == .disconnect)
    #expect(orders.contains(.save))
    #expect(link.machine.memory.keepAlive["unknown"]?.intervalSeconds == 270)
  }

  @Test(
    "probes the connection after a sleep or on another network, and makes another where it is dead",
    arguments: [DaemonNews(network: "wifi", sleeps: 1), DaemonNews(network: "cellular")]
  )
  func probes(news: DaemonNews) {
    var link = Link()
    _ = link.open(DaemonNews(network: "wifi"))
    #expect(
      link.feed(.news(news)) == [
        .disarm(.beat), .send(.beat), .arm(.answer, .seconds(4)),
      ]
    )
    let orders = link.feed(.timer(.answer))
    #expect(orders.last == .arm(.retry, .seconds(1)))
    // That it slept says nothing of the routers on the way.
    #expect(!orders.contains(.save))
  }

  @Test("tells what changes: new topics, Low Power Mode, and an app that the user opens")
  func changes() {
    var link = Link()
    _ = link.open()
    var news = DaemonNews(topics: [Self.mail, DaemonNews.Topic(topic: "chat")])
    #expect(
      link.feed(.news(news)) == [
        .send(.register(topic: "chat", environment: "production")), .arm(.tokens, .seconds(5)),
      ]
    )
    (news.priorityMin, news.isLowPower) = (10, true)
    #expect(link.feed(.news(news)) == [.send(.power(priorityMin: 10, isLowPower: true))])
    news.topics[0].isOnScreen = true
    #expect(link.feed(.news(news)) == [.send(.launched(topic: "mail"))])
    #expect(link.feed(.news(news)) == [])
  }

  @Test("waits longer after each attempt that fails, and says why and what to do")
  func retries() {
    var link = Link()
    _ = link.feed(.started, .news(DaemonNews()))
    var waits: [LinkMachine.Order?] = []
    for _ in 0..<3 {
      waits.append(link.feed(.lost(.unreachable("nothing listens there"))).last)
      #expect(link.feed(.timer(.retry)).first == .connect)
    }
    #expect(waits == [1, 2, 4].map { .arm(.retry, .seconds($0)) })
    let refused = link.feed(.connected, .received(.hello(status: 401)))
    #expect(refused.last == .arm(.retry, .seconds(30)))
    #expect(refused.contains(.log(LinkFailure.keyRefused(status: 401).sentence("wss://g"))))
  }

  @Test("lets no app wait for a token that does not come, and takes it when it comes later")
  func noToken() {
    var link = Link()
    _ = link.open()
    let none = LinkMachine.Order.call(.setToken(topic: "mail", token: nil))
    #expect(link.feed(.timer(.tokens)) == [none])
    #expect(
      link.feed(.received(.registered(topic: "mail", status: 429, token: nil))) == [
        .log("the gateway gives no token for mail (status 429)"), none,
      ]
    )
    #expect(link.feed(.timer(.tokens)) == [])
  }

  @Test(
    "signs one challenge of 32 bytes on a connection, and nothing else",
    arguments: ["", "bm8", String(repeating: "A", count: 44)]
  )
  func challenges(other: String) {
    for first in [other, Self.nonce] {
      var link = Link()
      _ = link.feed(.started, .news(DaemonNews()), .connected)
      let orders = link.feed(.received(.challenge(nonce: first)))
      guard first == Self.nonce else {
        #expect(orders.first == .disconnect)
        continue
      }
      #expect(link.feed(.received(.challenge(nonce: first))).first == .disconnect)
    }
  }

  @Test("gives up on a gateway that accepts and says nothing")
  func silent() {
    var link = Link()
    _ = link.feed(.started, .news(DaemonNews()), .connected)
    let orders = link.feed(.timer(.greeting))
    #expect(orders.first == .disconnect)
    #expect(
      orders.contains(.log("wss://g has not answered for 20 s. It will be tried again."))
    )
  }
}
