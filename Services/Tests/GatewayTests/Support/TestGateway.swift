import Foundation
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOHPACK
import NIOPosix
import TorporCrypto

@testable import Gateway

/// A gateway on free ports of the loopback, with a folder of its own, a clock that stands still, and one sender.
final class TestGateway: Sendable {
  let gateway: Gateway
  let folder: String
  let time: TestTime
  static let team = "TEAM000001"
  static let keyID = "KEY0000001"
  static let app = "com.example.app"
  let secret: SenderSecret
  private let usual = NIOLockedValueBox<(text: String, issued: Int64)?>(nil)

  static func start(
    _ store: StoreKind = .file,
    folder: String? = nil,
    secret: SenderSecret = SenderSecret(),
    time: TestTime = TestTime(),
    _ change: (inout GatewaySettings) -> Void = { _ in }
  ) async throws -> TestGateway {
    let folder = folder ?? NSTemporaryDirectory() + "torpor-gateway-" + UniqueID.make()
    var settings = GatewaySettings(dataFolder: folder)
    let free = ListenAddress(host: "127.0.0.1", port: 0)
    (settings.providers, settings.sandboxProviders, settings.devices) = (free, free, free)
    settings.admin = free
    settings.clock = time.clock
    settings.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    if store == .nats { settings.fleet = try TestNATS.started.settings() }
    // On a busy machine nothing ends by its time that a test does not mean to end so.
    settings.providerLimits.request = .minutes(10)
    settings.providerLimits.unboundIdle = .minutes(10)
    settings.providerLimits.disk = TestNATS.patience
    settings.linkLimits.handshake = TestNATS.patience
    change(&settings)
    let gateway = try await Gateway.start(settings)
    let test = TestGateway(gateway, folder, time, secret)
    try test.add(
      SenderAccount(
        team: team,
        keyID: keyID,
        topics: [],
        environment: nil,
        key: secret.publicKey
      )
    )
    return test
  }

  private init(_ gateway: Gateway, _ folder: String, _ time: TestTime, _ secret: SenderSecret) {
    (self.gateway, self.folder, self.time, self.secret) = (gateway, folder, time, secret)
  }

  /// Adds a key; the gateway looks at its folder again.
  func add(_ account: SenderAccount) throws {
    try KeyFolder(dataFolder: folder).add(account)
    time.advance(seconds: 1)
  }

  func sender(sandbox: Bool = false) async throws -> TestSender {
    let address = sandbox ? gateway.addresses.sandboxProviders : gateway.addresses.providers
    return try await TestSender.connect(to: address ?? gateway.addresses.providers)
  }

  func device(_ key: DeviceKey = .make()) async throws -> TestDevice {
    try await TestDevice.connect(gateway.addresses.devices, key)
  }

  /// A page for who runs it.
  func page(_ path: String) async throws -> String {
    guard let address = gateway.addresses.admin else { throw ChannelError.eof }
    return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: address.host, port: address.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
      .executeThenClose { inbound, outbound in
        try await outbound.write(
          ByteBuffer(string: "GET \(path) HTTP/1.1\r\nhost: localhost\r\n\r\n")
        )
        var text = ""
        for try await part in inbound { text += String(buffer: part) }
        return text
      }
  }

  func stop() async {
    await gateway.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: What a sender writes

  /// A token as a sender signs it.
  func jwt(
    team: String = TestGateway.team,
    keyID: String = TestGateway.keyID,
    issued: String? = nil,
    algorithm: String = "ES256",
    signer: SenderSecret? = nil
  ) -> String {
    let issued = issued ?? String(time.now / 1000)
    let header = "{ \"alg\": \"\(algorithm)\",\n \"kid\": \"\(keyID)\", \"typ\": \"JWT\" }"
    let claims = "{\"iss\":\"\(team)\",\"iat\":\(issued),\"kid\":\"x\"}"
    let signed =
      Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
    return signed + "." + Base64URL.encode((signer ?? secret).sign(Array(signed.utf8)))
  }

  /// The token that a sender uses for half an hour.
  private var usualJWT: String {
    usual.withLockedValue { usual in
      if let usual, time.now - usual.issued < 1_800_000 { return usual.text }
      let made = jwt()
      usual = (made, time.now)
      return made
    }
  }

  /// The headers of a push; `changes` replaces some, or takes them away.
  func headers(
    _ token: String,
    _ changes: [(String, String?)] = [],
    jwt: String? = nil
  ) -> HPACKHeaders {
    var members: [(String, String)] = [
      (":method", "POST"), (":scheme", "https"), (":path", "/3/device/\(token)"),
      (":authority", "localhost"), ("authorization", "bearer \(jwt ?? usualJWT)"),
      ("apns-topic", TestGateway.app),
    ]
    for (name, value) in changes {
      let index = members.firstIndex { $0.0 == name }
      switch (index, value) {
      case (let index?, let value?): members[index].1 = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((name, value))
      case (nil, nil): break
      }
    }
    var headers = HPACKHeaders()
    for (name, value) in members { headers.add(name: name, value: value) }
    return headers
  }

  /// The headers of a request about broadcast channels; `changes` replaces some, or takes them away.
  func channelHeaders(
    _ method: String,
    _ path: String,
    _ changes: [(String, String?)] = []
  ) -> HPACKHeaders {
    headers("", [(":method", method), (":path", path), ("apns-topic", nil)] + changes)
  }

  static let alert = Array("{\"aps\":{\"alert\":\"Hello\"}}".utf8)
  static let silent = Array("{\"aps\":{\"content-available\":1},\"n\":1}".utf8)
}

/// A time that moves when a test says so.
final class TestTime: Sendable {
  private let value = NIOLockedValueBox<Int64>(1_800_000_000_000)

  var now: Int64 { value.withLockedValue { $0 } }
  var clock: GatewayClock { GatewayClock { self.now } }

  func advance(seconds: Int64) { value.withLockedValue { $0 += seconds * 1000 } }
}
