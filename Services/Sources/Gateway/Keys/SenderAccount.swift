public import TorporCrypto

/// A key with which a sender signs its tokens, and the topics to which it may send.
public struct SenderAccount: Hashable, Sendable {
  /// The team, 10 characters.
  public let team: String
  /// The key's name, 10 characters.
  public let keyID: String
  /// The topics to which it may send; empty: all of its team's, which is every topic here.
  public let topics: [String]
  /// The environment for which it is valid; `nil`: both.
  public let environment: Environment?
  /// Whether it may no longer send anything (403 `Forbidden`).
  public let isRevoked: Bool
  /// The key with which its tokens are verified.
  public let key: SenderKey

  /// Makes an account from its members.
  public init(
    team: String,
    keyID: String,
    topics: [String],
    environment: Environment?,
    isRevoked: Bool = false,
    key: SenderKey
  ) {
    (self.team, self.keyID, self.topics) = (team, keyID, topics)
    (self.environment, self.isRevoked, self.key) = (environment, isRevoked, key)
  }

  /// Whether it is valid for a whole team rather than for some topics.
  var isOfTeam: Bool { topics.isEmpty }

  /// Returns whether it may send to the topic: one of its topics, or one derived from it by a push type.
  func allows(_ topic: String) -> Bool {
    isOfTeam || topics.contains { topic == $0 || PushType.topics(of: $0).contains(topic) }
  }
}
