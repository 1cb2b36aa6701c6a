import Testing

@testable import TorporCrypto

@Suite("Keys, digests and encodings")
struct CryptoTests {
  @Test("a digest is that of FIPS 180-4, and a code that of RFC 4231")
  func digests() {
    #expect(
      Hex.encode(Digest.sha256(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    #expect(
      Hex.encode(Digest.hmac(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
  }

  @Test("a device's signature is that of RFC 8032, and of no other bytes or key")
  func deviceKey() throws {
    let seed = try #require(
      Hex.decode("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60".utf8)
    )
    let key = try #require(DeviceKey(seed: seed))
    #expect(
      Hex.encode(key.publicKey)
        == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    )
    let signature = key.sign([])
    #expect(Hex.encode(signature.prefix(8)) == "e5564300c360ac72")
    #expect(DeviceKey.verify(signature, of: [], by: key.publicKey))
    #expect(!DeviceKey.verify(signature, of: [0], by: key.publicKey))
    #expect(!DeviceKey.verify(signature, of: [], by: DeviceKey.make().publicKey))
    #expect(DeviceKey(seed: [1]) == nil)
  }

  @Test("a sender's signature holds for its key alone, whether that comes as a point or as a file")
  func senderKey() throws {
    let secret = SenderSecret()
    let bytes = Array("header.claims".utf8)
    let signature = secret.sign(bytes)
    #expect(secret.publicKey.verify(signature, of: bytes))
    #expect(!secret.publicKey.verify(signature, of: bytes + [0]))
    #expect(!secret.publicKey.verify(Array(signature.dropLast()), of: bytes))
    #expect(!SenderSecret().publicKey.verify(signature, of: bytes))
    #expect(SenderKey(pem: secret.pem) == secret.publicKey)
    #expect(SenderKey(pem: "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n") == nil)
  }

  @Test("bytes as text come back, and text of another form is refused")
  func encodings() {
    for count in 0..<70 {
      let bytes = Digest.random(count: count)
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
      #expect(Hex.decode(Hex.encode(bytes).utf8) == bytes)
    }
    #expect(Base64URL.encode([0xfb, 0xff]) == "-_8")
    for text in ["A", "-_9", "-_8=", "a+b/", "AB CD"] { #expect(Base64URL.decode(text) == nil) }
    for text in ["0", "0g", "0x"] { #expect(Hex.decode(text.utf8) == nil) }
    #expect(Hex.decode("AbCd".utf8) == [0xab, 0xcd])
  }

  @Test("Base64 is that of RFC 4648, 10, and nothing else")
  func base64() {
    for (text, expected) in [
      ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar"),
    ] {
      #expect(Base64.decode(text) == Array(expected.utf8))
    }
    #expect(Base64.decode("+/8=") == [0xfb, 0xff])
    for text in ["Zg", "Zg=", "Z===", "====", "Zh==", "Zg==Zg==", "-_8=", "Zm9v\n", "Zm=v"] {
      #expect(Base64.decode(text) == nil, "\(text)")
    }
  }
}
