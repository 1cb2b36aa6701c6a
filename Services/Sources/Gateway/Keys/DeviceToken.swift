import TorporCrypto

/// The address of one app on one device, and all that a sender knows of both.
///
/// 32 bytes: the device's mailbox (8), random bytes (8), and a code over both and the environment (16). A token that
/// was not created here, or belongs to the other environment, is therefore recognised without reading a store.
struct DeviceToken: Hashable, Sendable {
  let bytes: [UInt8]

  static let byteCount = 32

  var text: String { Hex.encode(bytes) }
  var mailbox: Mailbox { Mailbox(bytes: Array(bytes.prefix(Mailbox.byteCount))) }

  /// Makes a new token for an app of a device.
  init(_ mailbox: Mailbox, _ environment: Environment, _ secret: [UInt8]) {
    let start = mailbox.bytes + Digest.random(count: 8)
    bytes = start + DeviceToken.code(of: start, environment, secret)
  }

  /// Makes a token from the store; `nil` if it has another length.
  init?(known bytes: [UInt8]) {
    guard bytes.count == DeviceToken.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Makes the token in the path of a request; `nil` if it was not created here for this environment.
  init?(_ text: some Collection<UInt8>, _ environment: Environment, _ secret: [UInt8]) {
    guard text.count == 2 * DeviceToken.byteCount, let bytes = Hex.decode(text),
      Digest.areEqual(
        bytes.suffix(16),
        DeviceToken.code(of: Array(bytes.prefix(16)), environment, secret)
      )
    else { return nil }
    self.bytes = bytes
  }

  private static func code(
    of start: [UInt8],
    _ environment: Environment,
    _ secret: [UInt8]
  ) -> [UInt8] {
    Array(Digest.hmac(key: secret, start + Array(environment.rawValue.utf8)).prefix(16))
  }
}

/// The name of a device's mailbox: the first 8 bytes of the digest of its public key.
struct Mailbox: Hashable, Sendable {
  /// The bytes as a number, the first byte highest: a mailbox is in memory several times for each device.
  private let number: UInt64

  static let byteCount = 8

  /// Makes the mailbox from its 8 bytes.
  init(bytes: [UInt8]) { number = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

  init(ofKey publicKey: [UInt8]) { self.init(bytes: Digest.sha256(publicKey)) }

  var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }

  /// Returns the name that the device receives: 16 bytes of the same digest.
  static func name(ofKey publicKey: [UInt8]) -> String {
    Hex.encode(Digest.sha256(publicKey).prefix(16))
  }
}
