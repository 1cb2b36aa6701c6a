public import TorporCrypto

/// A key that a sender signs its tokens with, and what it may send to.
public struct SenderAccount: Hashable, Sendable {
  /// The team, 10 characters.
  public let team: String
  /// The key's name, 10 characters.
  public let keyID: String
  /// The topics that it may send to; empty: all of its team's, which is every topic here.
  public let topics: [String]
  /// The environment that it is for; `nil`: both.
  public let environment: Environment?
  /// Whether it may send nothing any more (403 `Forbidden`).
  public let isRevoked: Bool
  /// The key with which its tokens are checked.
  public let key: SenderKey

  /// Makes an account of its facts.
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

  /// Whether it is for a whole team rather than for some topics.
  var isOfTeam: Bool { topics.isEmpty }

  /// Whether it may send to the topic: that itself, or one that a push type makes of it.
  func allows(_ topic: String) -> Bool {
    isOfTeam || topics.contains { topic == $0 || PushType.topics(of: $0).contains(topic) }
  }
}
