import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing
import TorporCrypto

@testable import PushLink

#if canImport(Glibc)
import Glibc
#endif

@Suite("The link on real sockets")
struct LinkProcessTests {
  private static let news =
    #"{"topics":[{"topic":"mail","hasToken":false,"isOnScreen":false}],"priorityMin":1,"#
    + #""isLowPower":false,"sleeps":0}"#
  private static let attached = #"{"parameters":\#(news),"continues":true}"#

  /// A folder of the test's own.
  private func folder() throws -> String {
    var name = Array("/tmp/torpor-link-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&name))
    return String(cString: made)
  }

  /// A daemon that takes everything.
  private func acceptingDaemon(_ folder: String) async throws -> PlayedDaemon {
    try await PlayedDaemon(at: folder + "/socket") { call in
      call.contains("AttachPushLink")
        ? Self.attached
        : call.contains("DeliverPush")
          ? #"{"parameters":{"outcome":"accepted"}}"# : #"{"parameters":{}}"#
    }
  }

  /// Runs the link beside the body, and returns what it has logged.
  private func withLink(
    _ gateway: String,
    _ folder: String,
    patience: Duration = .seconds(30),
    _ body: (@escaping @Sendable () async -> String) async throws -> Void
  ) async throws {
    let (lines, mouth) = AsyncStream.makeStream(of: String.self)
    let settings = LinkSettings(
      gateway: try GatewayAddress(gateway),
      socketPath: folder + "/socket",
      stateFolder: folder + "/state",
      daemonPatience: patience
    )
    let link = Task { try await LinkProcess(settings) { mouth.yield($0) }.run() }
    defer { link.cancel() }
    let reader = NIOLockedValueBox(lines)
    try await body {
      var iterator = reader.withLockedValue { $0 }.makeAsyncIterator()
      return await iterator.next() ?? ""
    }
  }

  /// What the device says next, without what only says that it is there.
  private func said(
    _ words: inout AsyncStream<PlayedGateway.Word>.AsyncIterator
  ) async throws -> String {
    while let word = await words.next() {
      if case .said(let text) = word { return text }
    }
    Issue.record("the gateway has ended")
    return ""
  }

  private func member(_ name: String, of text: String) throws -> String {
    let parts = text.split(separator: "\"\(name)\":\"", maxSplits: 1)
    let rest = try #require(parts.count == 2 ? parts[1] : nil)
    return String(rest.prefix { $0 != "\"" })
  }

  /// Lets the device in, and looks whether it has proved its key, which is returned.
  private func greet(
    _ gateway: PlayedGateway,
    _ words: inout AsyncStream<PlayedGateway.Word>.AsyncIterator,
    _ extensions: String = #"["torpor.1"]"#
  ) async throws -> String {
    let key = try member("key", of: try await said(&words))
    let nonce = Digest.random(count: 32)
    try await gateway.say(
      #"{"messageType":"challenge","nonce":"\#(Base64URL.encode(nonce))"}"#
    )
    let signature = try member("signature", of: try await said(&words))
    let proof = try #require(Base64URL.decode(signature))
    let publicKey = try #require(Base64URL.decode(key))
    #expect(
      DeviceKey.verify(proof, of: Array("torpor-link-1\n".utf8) + nonce, by: publicKey)
    )
    try await gateway.say(
      #"{"messageType":"hello","status":200,"uaid":"u","ext":\#(extensions)}"#
    )
    return key
  }

  @Test("proves one key in every life, brings a push, and answers for it when the daemon has it")
  func wholeWay() async throws {
    let folder = try folder()
    let gateway = try await PlayedGateway()
    let daemon = try await acceptingDaemon(folder)
    var words = gateway.listen()
    var keys: [String] = []
    for _ in 1...2 {
      var calls = daemon.listen()
      try await withLink("ws://127.0.0.1:\(gateway.port)", folder) { _ in
        keys.append(try await greet(gateway, &words))
        #expect(
          try await said(&words)
            == #"{"messageType":"apns_register","topic":"mail","environment":"production"}"#
        )
        #expect(try await said(&words).contains("power"))
        #expect(try await said(&words).contains(#""interval":270"#))
        try await gateway.say(
          #"{"messageType":"apns","version":4,"apns_id":"i","topic":"mail","payload":"e30"}"#
        )
        while let call = await calls.next() {
          guard call.contains("DeliverPush") else { continue }
          #expect(call.contains(#""identifier":"i","topic":"mail","payload":"{}""#))
          break
        }
        #expect(
          try await said(&words)
            == #"{"messageType":"ack","updates":[{"apns_id":"i","version":4,"code":100}]}"#
        )
      }
      while let word = await words.next(), word != .left {}
    }
    #expect(keys[0] == keys[1])
    var status = stat()
    #expect(stat(folder + "/state/device.key", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    try await gateway.stop()
    try await daemon.stop()
  }

  @Test(
    "reads on after pushes of channels that no app has subscribed to, however many",
    .timeLimit(.minutes(1))
  )
  func foreignChannels() async throws {
    let folder = try folder()
    let gateway = try await PlayedGateway()
    let daemon = try await acceptingDaemon(folder)
    var words = gateway.listen()
    try await withLink("ws://127.0.0.1:\(gateway.port)", folder) { _ in
      _ = try await greet(gateway, &words)
      for _ in 1...3 { _ = try await said(&words) }
      // One more than may be under way to the daemon.
      for number in 1...65 {
        try await gateway.say(
          #"{"messageType":"apns","version":0,"apns_id":"\#(number)","topic":"mail","channel":"c","payload":"e30"}"#
        )
      }
      try await gateway.say(
        #"{"messageType":"apns","version":4,"apns_id":"i","topic":"mail","payload":"e30"}"#
      )
      #expect(
        try await said(&words)
          == #"{"messageType":"ack","updates":[{"apns_id":"i","version":4,"code":100}]}"#
      )
    }
    try await gateway.stop()
    try await daemon.stop()
  }

  @Test(
    "reverts a subscription that the daemon has given up meanwhile",
    .timeLimit(.minutes(1))
  )
  func lateBroadcast() async throws {
    let folder = try folder()
    let gateway = try await PlayedGateway()
    let daemon = try await PlayedDaemon(at: folder + "/socket") { call in
      call.contains("AttachPushLink")
        ? Self.attached
        : call.contains("AnswerBroadcastChange")
          ? #"{"parameters":{"isLate":true}}"# : #"{"parameters":{}}"#
    }
    var words = gateway.listen()
    try await withLink("ws://127.0.0.1:\(gateway.port)", folder) { _ in
      _ = try await greet(gateway, &words, #"["torpor.1","broadcasts.1"]"#)
      for _ in 1...3 { _ = try await said(&words) }
      let change = #"[{"topic":"mail","channel":"c","isSubscribed":true}]"#
      try await daemon.tell(String(Self.news.dropLast()) + #","broadcasts":\#(change)}"#)
      let name = #""topic":"mail","environment":"production","channel":"c""#
      #expect(try await said(&words) == #"{"messageType":"subscribe",\#(name)}"#)
      try await daemon.tell(Self.news)
      try await gateway.say(#"{"messageType":"subscribe",\#(name),"status":200}"#)
      #expect(try await said(&words) == #"{"messageType":"unsubscribe",\#(name)}"#)
    }
    try await gateway.stop()
    try await daemon.stop()
  }

  @Test("is the link of a daemon, too, that knows nothing of broadcast channels")
  func earlierDaemon() async throws {
    let folder = try folder()
    let gateway = try await PlayedGateway()
    let daemon = try await PlayedDaemon(at: folder + "/socket") { call in
      call.contains("knowsBroadcasts")
        ? #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"knowsBroadcasts"}}"#
        : call.contains("AttachPushLink") ? Self.attached : #"{"parameters":{}}"#
    }
    var words = gateway.listen()
    var calls = daemon.listen()
    try await withLink("ws://127.0.0.1:\(gateway.port)", folder) { _ in
      _ = try await greet(gateway, &words)
      #expect(await calls.next()?.contains(#","knowsBroadcasts":true"#) == true)
      #expect(await calls.next()?.contains("knowsBroadcasts") == false)
    }
    try await gateway.stop()
    try await daemon.stop()
  }

  @Test("leaves the gateway when the daemon hangs, and says so")
  func hungDaemon() async throws {
    let folder = try folder()
    let gateway = try await PlayedGateway()
    let daemon = try await PlayedDaemon(at: folder + "/socket") { call in
      call.contains("AttachPushLink") ? Self.attached : nil
    }
    var words = gateway.listen()
    let address = "ws://127.0.0.1:\(gateway.port)"
    try await withLink(address, folder, patience: .milliseconds(300)) { line in
      _ = try await greet(gateway, &words)
      #expect(
        await line()
          == "the daemon at \(folder)/socket has not answered for 0 s; `torpor doctor` may say why. "
          + "It will be tried again"
      )
      while let word = await words.next(), word != .left {}
    }
    try await gateway.stop()
    try await daemon.stop()
  }

  @Test(
    "says what is wrong with the gateway: nothing is there, no gateway is there, it refuses the key"
  )
  func failures() async throws {
    let folder = try folder()
    let daemon = try await PlayedDaemon(at: folder + "/socket") { call in
      call.contains("AttachPushLink") ? Self.attached : #"{"parameters":{}}"#
    }
    let closed = try await PlayedGateway()
    try await closed.stop()
    let nothing = "ws://127.0.0.1:\(closed.port)"
    try await withLink(nothing, folder) { line in
      #expect(
        await line()
          == "\(nothing) cannot be reached: nothing listens there. It will be tried again; check the "
          + "address, and that the gateway runs."
      )
    }
    let pages = try await PlayedGateway(isGateway: false)
    let wrong = "ws://127.0.0.1:\(pages.port)"
    try await withLink(wrong, folder) { line in
      #expect(
        await line()
          == "What answers at \(wrong) is not a push gateway: it does not speak WebSocket at /. Check "
          + "host and port: devices have a port of their own."
      )
    }
    let gateway = try await PlayedGateway()
    var words = gateway.listen()
    let strict = "ws://127.0.0.1:\(gateway.port)"
    try await withLink(strict, folder) { line in
      _ = try await said(&words)
      try await gateway.refuse()
      #expect(await line() == LinkFailure.keyRefused(status: 401).sentence(strict))
    }
    try await pages.stop()
    try await gateway.stop()
    try await daemon.stop()
  }

  @Test("says what is wrong with the daemon: none is there, and it refuses this program")
  func daemonFailures() async throws {
    let folder = try folder()
    let gateway = "ws://127.0.0.1:1"
    try await withLink(gateway, folder) { line in
      #expect(
        await line()
          == "no daemon serves \(folder)/socket; start it with `torpord`. It will be tried again"
      )
    }
    let daemon = try await PlayedDaemon(at: folder + "/socket") { _ in
      #"{"error":"org.varlink.service.PermissionDenied","parameters":{}}"#
    }
    try await withLink(gateway, folder) { line in
      #expect(
        await line()
          == "the daemon at \(folder)/socket refuses this program as its link: "
          + "org.varlink.service.PermissionDenied"
      )
    }
    try await daemon.stop()
  }

  @Test("ends where another one has become the link, and where its key cannot be read")
  func ends() async throws {
    let folder = try folder()
    let daemon = try await PlayedDaemon(at: folder + "/socket") { _ in
      #"{"parameters":\#(Self.news)}"#
    }
    let settings = LinkSettings(
      gateway: try GatewayAddress("ws://127.0.0.1:1"),
      socketPath: folder + "/socket",
      stateFolder: folder + "/state"
    )
    let replaced = await #expect(throws: LinkEnd.self) {
      try await LinkProcess(settings) { _ in }.run()
    }
    #expect(
      replaced?.sentence == "another torpor-pushd has become the link of \(folder)/socket"
    )
    let file = try #require(fopen(folder + "/state/device.key", "w"))
    fputs("no key\n", file)
    fclose(file)
    let unreadable = await #expect(throws: LinkEnd.self) {
      try await LinkProcess(settings) { _ in }.run()
    }
    #expect(
      unreadable?.sentence
        == "\(folder)/state/device.key is not a key of a device: 64 hexadecimal digits. Restore it, or "
        + "remove it: then a new key is made, and apps get new tokens."
    )
    try await daemon.stop()
  }

  @Test(
    "closes a connection on which the gateway says nothing, when it gives that up",
    .timeLimit(.minutes(1))
  )
  func silentGateway() async throws {
    let (ends, mouth) = AsyncStream.makeStream(of: Bool.self)
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        mouth.yield(false)
        channel.closeFuture.whenComplete { _ in mouth.yield(true) }
        return channel.eventLoop.makeSucceededVoidFuture()
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = server.localAddress?.port ?? 0
    let connection = GatewayConnection(
      address: try GatewayAddress("wss://127.0.0.1:\(port)"),
      certificate: nil
    )
    var ended = ends.makeAsyncIterator()
    let attempt = Task {
      await #expect(throws: LinkFailure.self) {
        try await connection.run(
          AsyncStream { _ in },
          permits: AsyncStream { _ in },
          connected: {},
          received: { _ in }
        )
      }
    }
    #expect(await ended.next() == false)
    attempt.cancel()
    #expect(await ended.next() == true)
    _ = await attempt.value
    try await server.close()
  }
}
