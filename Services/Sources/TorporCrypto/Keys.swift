internal import CCrypto

/// A private key of a device: Ed25519 (RFC 8032).
public struct DeviceKey: Sendable {
  /// The 32 bytes from which everything else is derived; a secret.
  public let seed: [UInt8]
  /// The public key, 32 bytes.
  public let publicKey: [UInt8]

  /// Makes the key from a seed; `nil` if it does not have 32 bytes.
  public init?(seed: [UInt8]) {
    guard seed.count == 32 else { return nil }
    var key = [UInt8](repeating: 0, count: 32)
    guard torpor_ed25519_public(seed, &key) else { return nil }
    (self.seed, publicKey) = (seed, key)
  }

  /// Returns a new key.
  public static func make() -> DeviceKey {
    guard let key = DeviceKey(seed: Digest.random(count: 32)) else {
      preconditionFailure("every seed of 32 bytes is a key")
    }
    return key
  }

  /// Returns the signature of the bytes: 64 bytes.
  public func sign(_ bytes: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    precondition(
      torpor_ed25519_sign(seed, bytes, bytes.count, &signature),
      "a key that was made can sign"
    )
    return signature
  }

  /// Returns whether the signature is that of the key for these bytes.
  public static func verify(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool
  {
    signature.count == 64 && publicKey.count == 32
      && torpor_ed25519_verify(publicKey, bytes, bytes.count, signature)
  }
}

/// The public key with which a sender's tokens are verified: a point of P-256.
public struct SenderKey: Hashable, Sendable {
  /// The uncompressed point, 65 bytes.
  public let point: [UInt8]

  /// Makes the key from an uncompressed point; `nil` if it does not have that form.
  public init?(point: [UInt8]) {
    guard point.count == 65, point[0] == 4 else { return nil }
    self.point = point
  }

  /// Makes the key from a PEM file, public ("PUBLIC KEY") or private ("PRIVATE KEY", as in a `.p8`); `nil` if it is not
  /// a key of P-256.
  public init?(pem: String) {
    var point = [UInt8](repeating: 0, count: 65)
    guard torpor_p256_point_of_pem(pem, pem.utf8.count, &point) else { return nil }
    self.point = point
  }

  /// Returns whether the signature (r and s, 32 bytes each) is that of the key for these bytes.
  public func verify(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    signature.count == 64 && torpor_p256_verify(point, bytes, bytes.count, signature)
  }
}

/// The private key with which a sender signs.
public struct SenderSecret: Sendable {
  private let number: [UInt8]
  /// The key with which its signatures are verified.
  public let publicKey: SenderKey

  /// Makes a new key.
  public init() {
    var (number, point) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 65))
    guard torpor_p256_generate(&number, &point), let key = SenderKey(point: point) else {
      preconditionFailure("P-256 needs only random bytes")
    }
    (self.number, publicKey) = (number, key)
  }

  /// Makes the key from a `.p8`, PKCS #8 in PEM; `nil` if it is not a private key of P-256.
  public init?(pem: String) {
    var (number, point) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 65))
    guard torpor_p256_private_of_pem(pem, pem.utf8.count, &number, &point),
      let key = SenderKey(point: point)
    else { return nil }
    (self.number, publicKey) = (number, key)
  }

  /// Returns the signature of the bytes, as in ES256: r and s, 32 bytes each.
  public func sign(_ bytes: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    precondition(
      torpor_p256_sign(number, publicKey.point, bytes, bytes.count, &signature),
      "a key that was made can sign"
    )
    return signature
  }

  /// The key in the form that a sender's library reads: PKCS #8 in PEM, a `.p8`.
  public var pem: String {
    var text = [CChar](repeating: 0, count: 1024)
    var count = 0
    precondition(
      torpor_p256_private_pem(number, publicKey.point, &text, text.count, &count),
      "a key that was made can be written"
    )
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
