import TorporCrypto

/// A sender's token: a JWT signed with ES256.
struct ProviderToken: Hashable, Sendable {
  let keyID: String
  let team: String
  /// The time at which it was issued, in seconds since 1970.
  let issuedSeconds: Int64
  private let signed: [UInt8]
  private let signature: [UInt8]

  /// The maximum number of bytes of a token; those of senders have 200 to 300.
  static let byteCountMax = 2048
  /// The maximum age of a token, and the maximum time by which it may be ahead of our clock: an hour (push.md, 1.2).
  static let ageSecondsMax: Int64 = 3600

  /// Reads a token; `nil` if it is invalid.
  ///
  /// The date is a number, with or without a fraction, or a text that contains one: senders write all three.
  /// Milliseconds are too far ahead to be accepted.
  init?(_ text: some Collection<UInt8>) {
    guard text.count <= ProviderToken.byteCountMax else { return nil }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3,
      let header = Base64URL.decode(parts[0]).flatMap({ JSONValue($0) }),
      let claims = Base64URL.decode(parts[1]).flatMap({ JSONValue($0) }),
      let signature = Base64URL.decode(parts[2]),
      header["alg"]?.text == "ES256", let keyID = header["kid"]?.text,
      let team = claims["iss"]?.text,
      let seconds = claims["iat"].flatMap({ ProviderToken.seconds(of: $0) })
    else { return nil }
    (self.keyID, self.team, issuedSeconds) = (keyID, team, seconds)
    (self.signature, signed) = (signature, Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1]))
  }

  private static func seconds(of value: JSONValue) -> Int64? {
    let digits: String
    switch value {
    case .number(let number): digits = number
    case .text(let text): digits = text
    default: return nil
    }
    guard let number = Double(digits), number >= 0, number < 1e15 else { return nil }
    return Int64(number)
  }

  /// Returns whether it is signed with the account's key.
  func isSigned(by account: SenderAccount) -> Bool {
    account.team == team && account.key.verify(signature, of: signed)
  }
}
