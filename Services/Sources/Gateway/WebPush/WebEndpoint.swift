import TorporCrypto

/// The address of a Web Push subscription: it identifies the device, the channel and, if there is one, the sender's own
/// key.
///
/// 48 bytes: a token (`DeviceToken`) of the Web Push environment, and a code over it and the key of the sender. 192 of
/// these bits cannot be guessed: 64 are random, and 128 are the token's code. An endpoint of another gateway, and a
/// message with another key, are recognised without reading the store.
struct WebEndpoint: Hashable, Sendable {
  let token: DeviceToken
  private let code: [UInt8]

  static let byteCount = DeviceToken.byteCount + codeByteCount
  private static let codeByteCount = 16

  /// Makes the endpoint of a channel; `key`: the point of P-256 that is the only key with which messages may be signed,
  /// `nil`: any.
  init(_ token: DeviceToken, key: [UInt8]?, _ secret: [UInt8]) {
    self.token = token
    code = WebEndpoint.code(of: token, key, secret)
  }

  /// Makes the endpoint in a path; `nil` if its token was not created here.
  init?(_ text: String, _ secret: [UInt8]) {
    guard let bytes = Base64URL.decode(text), bytes.count == WebEndpoint.byteCount,
      let token = DeviceToken(
        Hex.encode(bytes.prefix(DeviceToken.byteCount)).utf8,
        .web,
        secret
      )
    else { return nil }
    self.token = token
    code = Array(bytes.suffix(WebEndpoint.codeByteCount))
  }

  /// The last part of the path.
  var text: String { Base64URL.encode(token.bytes + code) }

  /// Returns whether it was created for that key; `nil`: for no key.
  func isMade(for key: [UInt8]?, _ secret: [UInt8]) -> Bool {
    Digest.areEqual(code, WebEndpoint.code(of: token, key, secret))
  }

  private static func code(of token: DeviceToken, _ key: [UInt8]?, _ secret: [UInt8]) -> [UInt8] {
    Array(Digest.hmac(key: secret, token.bytes + (key ?? [])).prefix(codeByteCount))
  }
}
