import Testing

@testable import TorporAppWire
@testable import TorporWire

@Suite("The URL of a transfer")
struct TransferURLTests {
  @Test(
    "is split into scheme, host, port and the rest",
    arguments: [
      ("https://example.com", "https", "example.com", 443, ""),
      ("HTTP://Example.COM/a/b?c#d", "http", "example.com", 80, "/a/b?c#d"),
      ("https://example.com:8443/", "https", "example.com", 8443, "/"),
      ("http://127.0.0.1:80?x=1", "http", "127.0.0.1", 80, "?x=1"),
      ("https://[::1]:9/", "https", "[::1]", 9, "/"),
      ("http://[2001:DB8::7]", "http", "[2001:db8::7]", 80, ""),
      ("http://a_b-c.d/x@y:z", "http", "a_b-c.d", 80, "/x@y:z"),
      ("http://xn--bcher-kva.example./", "http", "xn--bcher-kva.example.", 80, "/"),
    ] as [(String, String, String, UInt16, String)]
  )
  func parts(text: String, scheme: String, host: String, port: UInt16, rest: String) throws {
    let url = try TransferURL(parsing: text)
    #expect(url.scheme == scheme)
    #expect(url.host == host)
    #expect(url.port == port)
    #expect(url.rest == rest)
  }

  @Test("has one key for one host, however it is spelled, and another for any other")
  func hostKeys() throws {
    let key = try TransferURL(parsing: "https://example.com/a").hostKey
    #expect(key == Samples.hostKey)
    for same in ["HTTPS://EXAMPLE.com", "https://example.com:443/b?c", "https://example.com#d"] {
      #expect(try TransferURL(parsing: same).hostKey == key, "\(same)")
    }
    for other in ["http://example.com", "https://example.com:444", "https://example.org"] {
      #expect(try TransferURL(parsing: other).hostKey != key, "\(other)")
    }
  }

  @Test(
    "names a file by the last part of its path",
    arguments: [
      ("http://a/b/c.iso?d/e", "c.iso"), ("http://a/c.iso#x", "c.iso"), ("http://a/b/", nil),
      ("http://a", nil), ("http://a?b/c", nil),
    ] as [(String, String?)]
  )
  func lastPathComponent(text: String, name: String?) throws {
    #expect(try TransferURL(parsing: text).lastPathComponent.map(String.init) == name)
  }

  @Test(
    "is refused where it leads nowhere, or could lead to two places",
    arguments: [
      ("", .wrongScheme), ("example.com/a", .wrongScheme), ("ftp://example.com", .wrongScheme),
      ("http:/example.com", .wrongScheme), ("file:///etc/passwd", .wrongScheme),
      ("http://", .badHost), ("http:///a", .badHost), ("http://:80/", .badHost),
      ("http://a b/", .badCharacter), ("http://a/\u{9}", .badCharacter),
      ("http://a/\r\nHost: b", .badCharacter), ("http://a\\@b/", .badCharacter),
      ("http://a/ü", .badCharacter), ("http://a/\0", .badCharacter),
      ("http://a/\u{7f}", .badCharacter),
      ("http://user@example.com/", .userInformation),
      ("http://user:pw@example.com", .userInformation), ("http://a%41/", .badHost),
      ("http://[::1/", .badHost), ("http://[]/", .badHost), ("http://[::1]a/", .badHost),
      ("http://[fe80::1%eth0]/", .badHost), ("http://a,b/", .badHost),
      ("http://[fe80::1%25]/", .badHost), ("http://[fe80::1%25a/b]/", .badHost),
      ("http://../", .badHost), ("http://./", .badHost), ("http://-a/", .badHost),
      ("http://a-.b/", .badHost), ("http://a..b/", .badHost), ("http://.a/", .badHost),
      ("http://" + String(repeating: "a", count: 64) + ".b/", .badHost),
      ("http://a:/", .badPort), ("http://a:0/", .badPort), ("http://a:65536/", .badPort),
      ("http://a:+80/", .badPort), ("http://a:80:80/", .badPort),
      ("http://" + String(repeating: "a", count: 254) + "/", .badHost),
      ("http://a/" + String(repeating: "b", count: 8184), .tooLong(bytes: 8193)),
    ] as [(String, TransferURLMistake)]
  )
  func refused(text: String, mistake: TransferURLMistake) {
    #expect(throws: mistake) { try TransferURL(parsing: text) }
  }

  @Test("may name the interface of a link-local address, as the kernel has it")
  func zone() throws {
    let url = try TransferURL(parsing: "http://[FE80::1%25Eth0]:8080/a")
    #expect(url.host == "[fe80::1%25Eth0]" && url.port == 8080)
    #expect(try TransferURL(parsing: "http://a.example./").host == "a.example.")
  }

  @Test("may be as long as its limit")
  func longest() throws {
    _ = try TransferURL(parsing: "http://a/" + String(repeating: "b", count: 8183))
  }

  @Test(
    "that is wrong says what to write instead",
    arguments: [
      (
        .tooLong(bytes: 9000),
        "The URL is 9000 bytes long; 8192 are allowed. Use a shorter one."
      ),
      (
        .badCharacter,
        "The URL contains a space, a control byte, a backslash or a letter beyond ASCII. Write such a "
          + "byte as a percent sign and two hexadecimal digits, as in %20."
      ),
      (
        .wrongScheme,
        "The URL begins neither with http:// nor with https://, and no other kinds are supported. "
          + "Write the whole URL."
      ),
      (
        .userInformation,
        "The URL contains a user name or password, which would appear in every list and log. Leave it "
          + "out, and give it in a header or in answer to the server's challenge."
      ),
      (
        .badHost,
        "The URL has no host, or an invalid one: a host consists of letters, digits, '-', '_' and '.', "
          + "and an IPv6 address is in brackets. Write a name with other letters in its ASCII "
          + "form (xn--…)."
      ),
      (
        .badPort, "The URL's port is not a number from 1 to 65535. Correct it, or leave it out."
      ),
    ] as [(TransferURLMistake, String)]
  )
  func sentences(mistake: TransferURLMistake, sentence: String) {
    #expect(mistake.sentence == sentence)
  }
}
