internal import TorporCrypto

/// The key of a sender, as passed to `torpor push --gateway`.
package struct SenderIdentity: Sendable {
  let secret: SenderSecret
  let keyIdentifier: String
  let team: String

  /// Makes the identity from the key in a `.p8`; `nil` if the text is not such a key.
  package init?(pem: String, keyIdentifier: String, team: String) {
    guard let secret = SenderSecret(pem: pem) else { return nil }
    (self.secret, self.keyIdentifier, self.team) = (secret, keyIdentifier, team)
  }

  /// Returns the token that identifies the sender (push.md §1.2).
  func token(atSeconds now: Int64) -> String {
    let head = #"{"alg":"ES256","kid":\#(JSONText.quote(keyIdentifier))}"#
    let claims = #"{"iss":\#(JSONText.quote(team)),"iat":\#(now)}"#
    let signed = [head, claims].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    return signed + "." + Base64URL.encode(secret.sign(Array(signed.utf8)))
  }
}

/// A push that is sent through a gateway.
package struct OutgoingPush: Sendable {
  package var topic: String
  package var token: String
  package var payload: String
  package var pushType: String?
  package var priority: Int?
  package var collapseIdentifier: String?
  /// The time for which it is worth delivering; 0: now or never.
  package var lifetimeSeconds: Int64?

  package init(topic: String, token: String, payload: String) {
    (self.topic, self.token, self.payload) = (topic, token, payload)
  }
}
