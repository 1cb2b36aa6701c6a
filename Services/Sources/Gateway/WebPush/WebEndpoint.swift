import TorporCrypto

/// The address of a Web Push subscription: what its sender has of the device, the channel and, where there is one, the
/// sender's own key.
///
/// 48 bytes: a token (`DeviceToken`) of the world of Web Push, and a code over it and the key of the sender. Of them 192
/// bits cannot be guessed: 64 are random, and 128 are the token's code. An endpoint of another gateway, and a message
/// with another key, are known without a look into the store.
struct WebEndpoint: Hashable, Sendable {
  let token: DeviceToken
  private let code: [UInt8]

  static let byteCount = DeviceToken.byteCount + codeByteCount
  private static let codeByteCount = 16

  /// The endpoint of a channel; `key`: the point of P-256 with which alone messages are signed, `nil`: anybody's.
  init(_ token: DeviceToken, key: [UInt8]?, _ secret: [UInt8]) {
    self.token = token
    code = WebEndpoint.code(of: token, key, secret)
  }

  /// The endpoint in a path; `nil` where its token was not made here.
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

  /// Whether it was made for that key; `nil`: for no key.
  func isMade(for key: [UInt8]?, _ secret: [UInt8]) -> Bool {
    Digest.areEqual(code, WebEndpoint.code(of: token, key, secret))
  }

  private static func code(of token: DeviceToken, _ key: [UInt8]?, _ secret: [UInt8]) -> [UInt8] {
    Array(Digest.hmac(key: secret, token.bytes + (key ?? [])).prefix(codeByteCount))
  }
}
