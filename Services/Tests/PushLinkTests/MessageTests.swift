import Testing

@testable import PushLink

@Suite("What device and gateway say to each other")
struct MessageTests {
  @Test(
    "is JSON with the names of autopush, by the device",
    arguments: [
      (
        DeviceMessage.hello(key: "k"),
        #"{"messageType":"hello","key":"k","use_webpush":true,"ext":["torpor.1"]}"#
      ),
      (.proof(signature: "s"), #"{"messageType":"proof","signature":"s"}"#),
      (
        .register(topic: "a.b", environment: "production"),
        #"{"messageType":"apns_register","topic":"a.b","environment":"production"}"#
      ),
      (
        .unregister(topic: "a.b", environment: "sandbox"),
        #"{"messageType":"apns_unregister","topic":"a.b","environment":"sandbox"}"#
      ),
      (
        .ack(identifier: "i", version: 7, .appMissing),
        #"{"messageType":"ack","updates":[{"apns_id":"i","version":7,"code":101}]}"#
      ),
      (
        .power(priorityMin: 10, isLowPower: true),
        #"{"messageType":"power","min_priority":10,"low_power":true}"#
      ),
      (
        .registerChannel("c", key: "k"), #"{"messageType":"register","channelID":"c","key":"k"}"#
      ),
      (.registerChannel("c", key: nil), #"{"messageType":"register","channelID":"c"}"#),
      (.unregisterChannel("c"), #"{"messageType":"unregister","channelID":"c"}"#),
      (
        .ackMessage(channel: "c", version: "1 a", .later),
        #"{"messageType":"ack","updates":[{"channelID":"c","version":"1 a","code":103}]}"#
      ),
      (
        .subscribe(topic: "a.b", environment: "production", channel: "AA=="),
        #"{"messageType":"subscribe","topic":"a.b","environment":"production","channel":"AA=="}"#
      ),
      (
        .unsubscribe(topic: "a.b", environment: "sandbox", channel: "AA=="),
        #"{"messageType":"unsubscribe","topic":"a.b","environment":"sandbox","channel":"AA=="}"#
      ),
      (.keepAlive(seconds: 270), #"{"messageType":"keepalive","interval":270}"#),
      (.launched(topic: "a\"b"), #"{"messageType":"launched","topic":"a\"b"}"#), (.beat, "{}"),
    ]
  )
  func device(message: DeviceMessage, text: String) { #expect(message.text == text) }

  @Test(
    "is read, by the gateway, and what a later one may add is passed over",
    arguments: [
      ("{}", GatewayMessage.beat),
      (#"{"messageType":"challenge","nonce":"bm8"}"#, .challenge(nonce: "bm8")),
      (
        #"{"messageType":"hello","status":200,"uaid":"u","ext":["torpor.1"]}"#,
        .hello(status: 200, hasBroadcasts: false)
      ),
      (
        #"{"messageType":"hello","status":200,"uaid":"u","ext":["torpor.1","broadcasts.1"]}"#,
        .hello(status: 200, hasBroadcasts: true)
      ),
      (
        #"{"messageType":"apns_register","topic":"a","status":200,"token":"cafe","more":[1]}"#,
        .registered(topic: "a", status: 200, token: "cafe")
      ),
      (
        #"{"messageType":"subscribe","topic":"a","environment":"sandbox","channel":"c","status":404}"#,
        .subscribed(
          DaemonNews.Broadcast(topic: "a", channel: "c", isSubscribed: true),
          status: 404
        )
      ),
      (#"{"messageType":"subscribe","topic":"a","status":200}"#, .unknown("subscribe")),
      (
        #"{"messageType":"register","channelID":"c","status":200,"pushEndpoint":"https://a/b"}"#,
        .channelRegistered("c", status: 200, endpoint: "https://a/b")
      ),
      (
        #"{"messageType":"unregister","channelID":"c","status":200}"#,
        .channelUnregistered("c", status: 200)
      ),
      (
        #"{"messageType":"notification","channelID":"c","version":"1 a","data":"-_8","more":1}"#,
        .message(ChannelMessage(channel: "c", version: "1 a", data: [0xfb, 0xff]))
      ),
      (#"{"messageType":"notification","channelID":"c","version":"1"}"#, .unknown("unreadable")),
      (
        #"{"messageType":"apns_unregister","topic":"a","status":200}"#,
        .unregistered(topic: "a", status: 200)
      ),
      (#"{"messageType":"later"}"#, .unknown("later")), ("[", .unknown("unreadable")),
      (#"{"messageType":"apns","topic":"a"}"#, .unknown("apns")),
      (
        #"{"messageType":"apns","version":3,"apns_id":"i","topic":"a","payload":"e30=","sent":9}"#,
        .push(
          GatewayPush(
            version: 3,
            identifier: "i",
            topic: "a",
            payload: "{}",
            sentMilliseconds: 9
          )
        )
      ),
    ]
  )
  func gateway(text: String, message: GatewayMessage) { #expect(GatewayMessage(text) == message) }

  @Test("has no expiration where none was given, which is not now or never")
  func expiration() {
    func expiration(_ members: String) -> Int64? {
      let text = #"{"messageType":"apns","apns_id":"i","topic":"a","payload":"e30",\#(members)}"#
      guard case .push(let push) = GatewayMessage(text) else { return -1 }
      return push.expirationSeconds
    }
    #expect(expiration(#""version":3"#) == nil)
    #expect(expiration(#""version":3,"expiration":0"#) == nil)
    #expect(expiration(#""version":3,"expiration":7"#) == 7)
    #expect(expiration(#""version":0,"expiration":0"#) == 0)
  }

  @Test("is one line of what can be printed, however long the other side speaks")
  func foreign() {
    #expect(ForeignText.line("a\u{1b}[2J\nb") == "a [2J b")
    #expect(ForeignText.line(String(repeating: "a", count: 5000)).utf8.count < 1000)
  }

  @Test("becomes a call of the daemon, without what the daemon would refuse")
  func delivery() {
    var push = GatewayPush(version: 1, identifier: "i", topic: "a", payload: #"{"aps":{}}"#)
    push.pushType = "widgets"
    push.priority = 5
    push.expirationSeconds = 2
    push.sentMilliseconds = .max
    #expect(
      DaemonCall.deliver(push).message
        == #"{"method":"io.torpor.Control.DeliverPush","parameters":{"#
        + #""identifier":"i","topic":"a","payload":"{\"aps\":{}}","priority":5,"#
        + #""expirationWallMicroseconds":2000000,"sentWallMicroseconds":9223372036854775807}}"#
    )
  }

  @Test("is answered for by what the daemon says")
  func answers() {
    func answer(_ text: String) -> DeliveryAnswer? { DaemonReply(Array(text.utf8))?.delivery }
    #expect(answer(#"{"parameters":{"outcome":"accepted"}}"#) == .accepted)
    #expect(answer(#"{"parameters":{"outcome":"repeated"}}"#) == .accepted)
    #expect(answer(#"{"parameters":{"outcome":"appMissing"}}"#) == .appMissing)
    #expect(
      answer(#"{"parameters":{"outcome":"refused","cause":"too long"}}"#)
        == .refused(cause: "too long")
    )
    #expect(
      answer(#"{"error":"io.torpor.Connection.NotSaved","parameters":{"message":"disk full"}}"#)
        == .failed(cause: "disk full")
    )
    #expect(
      answer(#"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"x"}}"#)
        == .refused(cause: "org.varlink.service.InvalidParameter")
    )
  }
}

@Suite("The address of a gateway")
struct GatewayAddressTests {
  @Test(
    "has a host and a port, or the usual one",
    arguments: [
      ("wss://gateway.example:8443", "gateway.example", 8443),
      ("wss://gateway.example/", "gateway.example", 443), ("wss://[::1]:9", "::1", 9),
      ("ws://127.0.0.1:80", "127.0.0.1", 80),
    ]
  )
  func parts(text: String, host: String, port: Int) throws {
    let address = try GatewayAddress(text)
    #expect((address.host, address.port) == (host, port))
  }

  @Test(
    "is refused with what it takes",
    arguments: [
      ("https://a", "--gateway takes wss://HOST:PORT, not 'https://a'."),
      ("wss://a:0", "--gateway takes wss://HOST:PORT, not 'wss://a:0'."),
      ("wss://", "--gateway takes wss://HOST:PORT, not 'wss://'."),
      (
        "ws://a:1",
        "ws:// is not encrypted, so it is only for this machine itself. Give wss://a:1."
      ),
    ]
  )
  func mistakes(text: String, sentence: String) {
    #expect(throws: GatewayAddress.Mistake(sentence: sentence)) { try GatewayAddress(text) }
  }
}
