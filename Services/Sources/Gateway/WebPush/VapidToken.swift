import TorporCrypto

/// The identification of a Web Push sender: a token signed with its key (RFC 8292).
struct VapidToken: Hashable, Sendable {
  /// The sender's key: a point of P-256.
  let key: [UInt8]

  /// The maximum validity of a token: 24 hours (RFC 8292, 2), and a minute for clocks that differ.
  static let lifeSecondsMax: Int64 = 86_400
  private static let skewSeconds: Int64 = 60

  /// Makes the token of an `Authorization` header.
  ///
  /// - Throws: `WebRefusal` with the reason why it is invalid.
  init(
    _ authorization: String,
    audience: String,
    at nowMilliseconds: Int64
  ) throws(WebRefusal) {
    let invalid = WebRefusal(.invalidAuthorization)
    guard authorization.utf8.count <= 2 * ProviderToken.byteCountMax else { throw invalid }
    let members = try VapidToken.members(authorization)
    guard let text = members["t"], let keyText = members["k"],
      let point = Base64URL.decode(keyText.filter { $0 != "=" }), let key = SenderKey(point: point)
    else { throw invalid }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Array($0) }
    guard parts.count == 3, let header = Base64URL.decode(parts[0]).flatMap({ JSONValue($0) }),
      let claims = Base64URL.decode(parts[1]).flatMap({ JSONValue($0) }),
      let signature = Base64URL.decode(parts[2]), header["alg"]?.text == "ES256",
      key.verify(signature, of: parts[0] + [UInt8(ascii: ".")] + parts[1])
    else { throw invalid }
    guard case .number(let digits) = claims["exp"], let end = Double(digits), end >= 0, end < 1e15
    else { throw invalid }
    let audiences = claims["aud"]?.list?.compactMap(\.text) ?? [claims["aud"]?.text ?? ""]
    guard audiences.contains(where: { WebOrigin($0)?.text == audience }) else {
      throw WebRefusal(.otherAudience)
    }
    let leftSeconds = Int64(end) - nowMilliseconds / 1000
    if leftSeconds <= -VapidToken.skewSeconds { throw WebRefusal(.expiredAuthorization) }
    if leftSeconds > VapidToken.lifeSecondsMax + VapidToken.skewSeconds {
      throw WebRefusal(.tooLongAuthorization)
    }
    self.key = key.point
  }

  /// Returns the members of `vapid t=…, k=…`, in either order.
  private static func members(_ authorization: String) throws(WebRefusal) -> [String: String] {
    let words = authorization.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "vapid" else {
      throw WebRefusal(.invalidAuthorization)
    }
    var members: [String: String] = [:]
    for member in words[1].split(separator: ",") {
      let parts = member.filter { $0 != " " && $0 != "\t" }.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, members[String(parts[0])] == nil else {
        throw WebRefusal(.invalidAuthorization)
      }
      members[String(parts[0])] = String(parts[1].filter { $0 != "\"" })
    }
    return members
  }
}
