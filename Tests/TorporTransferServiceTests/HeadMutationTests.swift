import Testing

@testable import torpor_transferd

/// Bytes that a server may send for a head, by chance: the same ones every time.
///
/// Each seed is a head that some server sends; mutations cut, repeat, swap and replace what is in them. The
/// parsers have no way to fail but a trap, so that the test's end is its result, together with what must
/// hold of whatever they made of it.
@Suite("Heads that are mutated")
struct HeadMutationTests {
  /// Heads of real servers and of those that misbehave; add here what was once a fault.
  private static let seeds = [
    "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nETag: \"a\"\r\nContent-Type: text/plain\r\n\r\n",
    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 10-19/100\r\n\r\n",
    "HTTP/2 416\r\ncontent-range: bytes */9223372036854775807\r\n\r\n",
    "HTTP/1.1 200 OK\r\n\tX: AAAA\r\nContent-Length: 5\r\n\r\n",
    "HTTP/1.1 503 Busy\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n",
    "HTTP/1.1 429\r\nRetry-After: 99999999999999999999\r\n\r\n",
    "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"a \\\"b\\\"\", nonce=c, Basic realm=d\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename=\"../a b.txt\"\r\n\r\n",
    "HTTP/1.1 200\r\ncontent-disposition: x; filename*=UTF-8''%e2%82%ac%00; filename=b\r\n\r\n",
    "HTTP/1.1 104 More\r\nUpload-Offset: 100\r\nLocation: /a/../b?c#d\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
  ].map { Array($0.utf8) }
  /// Pieces that parsers look for.
  private static let words = [
    "\r\n", "HTTP/", ":", ";", "\"", "\\", "'", "%", "-", "/", "*", "=", ",", " ", "\t", "\0",
    "\u{202e}", "9223372036854775807", "-1", "bytes ", "filename*=", "UTF-8''", "%ff", "..", "GMT",
  ].map { Array($0.utf8) }

  /// xorshift64*: enough to draw mutations, and the same on every machine.
  private struct Draw {
    var state: UInt64
    mutating func below(_ bound: Int) -> Int {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % max(1, bound)
    }
  }

  private static func mutate(_ bytes: [UInt8], _ draw: inout Draw) -> [UInt8] {
    var bytes = bytes
    for _ in 0...draw.below(6) {
      let place = draw.below(bytes.count)
      let end = min(bytes.count, place + draw.below(16))
      switch draw.below(6) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: bytes.insert(contentsOf: words[draw.below(words.count)], at: place)
      case 3: if !bytes.isEmpty { bytes[place] = UInt8(draw.below(256)) }
      case 4: bytes += seeds[draw.below(seeds.count)].prefix(draw.below(80))
      default: if !bytes.isEmpty { bytes[place] ^= 1 << UInt8(draw.below(8)) }
      }
    }
    return bytes
  }

  @Test("end no process, and come to a name and a range that harm nobody", arguments: 1...8)
  func mutated(seed: Int) {
    var draw = Draw(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    for round in 0..<2000 {
      let bytes = Self.mutate(Self.seeds[round % Self.seeds.count], &draw)
      var head = ResponseHead()
      // curl hands lines over one by one, with their ends; a head that does not end comes as it is.
      for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
        (Array(line) + [10]).withUnsafeBytes { head.append(line: $0) }
      }
      check(head, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private func check(_ head: ResponseHead, _ what: String) {
    #expect((0...999).contains(head.status), "\(what)")
    #expect(head.contentLength ?? 0 >= 0, "\(what)")
    _ = head.validator
    if let range = head[.contentRange].flatMap(ContentRange.init), let bytes = range.bytes {
      #expect(bytes.lowerBound >= 0 && bytes.upperBound <= range.total ?? .max, "\(what)")
    }
    if let text = head[.retryAfter], let wait = RetryAfter.duration(text, nowSeconds: 784_111_740) {
      #expect(wait >= .zero && wait <= .seconds(RetryAfter.secondsMax), "\(what)")
    }
    _ = Challenge.strongest(in: head.all(.authenticate), host: "h", isProxy: false)
    let name = ServerFileName.choose(
      contentDisposition: head[.contentDisposition],
      urlPath: head[.location] ?? ""
    )
    #expect(!name.isEmpty && name.utf8.count <= ServerFileName.bytesMax, "\(what)")
    #expect(!name.contains("/") && !name.hasPrefix(".") && !name.utf8.contains(0), "\(what)")
    _ = head[.location].map { Address.resolve($0, against: "http://a.b/c/d") }
  }
}
