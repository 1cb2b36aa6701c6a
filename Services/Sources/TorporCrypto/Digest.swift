internal import CCrypto

/// Digests and random bytes.
public enum Digest {
  /// Returns the SHA-256 of the bytes.
  public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    precondition(torpor_sha256(bytes, bytes.count, &digest), "SHA-256 needs only memory")
    return digest
  }

  /// Returns the HMAC of the bytes with SHA-256.
  public static func hmac(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    precondition(
      torpor_hmac_sha256(key, key.count, bytes, bytes.count, &digest),
      "HMAC needs only memory"
    )
    return digest
  }

  /// Returns random bytes that cannot be guessed.
  public static func random(count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    precondition(torpor_random(&bytes, count), "the kernel gives random bytes")
    return bytes
  }

  /// Returns whether both are equal, in a time that does not depend on where they differ.
  public static func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>)
    -> Bool
  {
    let (one, other) = (Array(one), Array(other))
    return one.count == other.count && torpor_equal(one, other, one.count)
  }
}
