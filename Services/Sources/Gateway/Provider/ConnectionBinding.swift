/// The binding of one connection by its tokens: one team, and keys that belong together (push.md, 1.1).
struct ConnectionBinding: Sendable {
  private var first: SenderAccount?
  /// The last valid token, as it was sent, with its contents.
  private var current: (text: [UInt8], token: ProviderToken, account: SenderAccount)?
  private var updatedMilliseconds: Int64?

  /// The minimum interval at which a connection may present a new token: 20 minutes (push.md, 1.2).
  static let updateMilliseconds: Int64 = 20 * 60 * 1000

  /// The team to which it is bound; `nil`: none yet.
  var team: String? { first?.team }

  /// Whether a request with a valid token was received.
  var isBound: Bool { first != nil }

  /// Returns the account of the request's token.
  ///
  /// - Throws: `Refusal` with the reason why the token is invalid.
  mutating func account(
    authorization: [UInt8]?,
    in environment: Environment,
    at nowMilliseconds: Int64,
    _ accountOfKey: (String) -> SenderAccount?
  ) throws(Refusal) -> SenderAccount {
    guard let authorization, !authorization.isEmpty else { throw Refusal(.missingProviderToken) }
    let text = try ConnectionBinding.bearer(authorization)
    let token: ProviderToken
    let account: SenderAccount
    if let current, current.text == text, accountOfKey(current.token.keyID) == current.account {
      (token, account) = (current.token, current.account)
    } else {
      guard let read = ProviderToken(text), let found = accountOfKey(read.keyID),
        read.isSigned(by: found)
      else { throw Refusal(.invalidProviderToken) }
      (token, account) = (read, found)
    }
    let ageSeconds = nowMilliseconds / 1000 - token.issuedSeconds
    if ageSeconds > ProviderToken.ageSecondsMax { throw Refusal(.expiredProviderToken) }
    if ageSeconds < -ProviderToken.ageSecondsMax { throw Refusal(.invalidProviderToken) }
    if let bound = account.environment, bound != environment {
      throw Refusal(.badEnvironmentKeyIDInToken)
    }
    if account.isRevoked { throw Refusal(.forbidden) }
    try bind(account)
    try take(text, token, account, at: nowMilliseconds)
    return account
  }

  private static func bearer(_ authorization: [UInt8]) throws(Refusal) -> [UInt8] {
    let scheme = Array("bearer ".utf8)
    let start = authorization.prefix(scheme.count).map { (65...90).contains($0) ? $0 + 32 : $0 }
    guard start == scheme else { throw Refusal(.invalidProviderToken) }
    return Array(authorization.dropFirst(scheme.count).drop { $0 == 0x20 })
  }

  private mutating func bind(_ account: SenderAccount) throws(Refusal) {
    guard let first else {
      self.first = account
      return
    }
    if first.team != account.team { throw Refusal(.invalidProviderToken) }
    if first.keyID != account.keyID, !(first.isOfTeam && account.isOfTeam) {
      throw Refusal(.unrelatedKeyIDInToken)
    }
  }

  private mutating func take(
    _ text: [UInt8],
    _ token: ProviderToken,
    _ account: SenderAccount,
    at nowMilliseconds: Int64
  ) throws(Refusal) {
    if let current, current.text != text {
      if let updatedMilliseconds,
        nowMilliseconds - updatedMilliseconds < ConnectionBinding.updateMilliseconds
      {
        throw Refusal(.tooManyProviderTokenUpdates)
      }
      updatedMilliseconds = nowMilliseconds
    }
    current = (text, token, account)
  }
}
