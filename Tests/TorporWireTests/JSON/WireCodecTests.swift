import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

private func text(_ value: some Encodable) throws -> String {
  String(decoding: try WireEncoder.encode(value), as: UTF8.self)
}

private func expectRoundTrip<Value: Codable & Equatable>(
  _ value: Value,
  at location: SourceLocation = #_sourceLocation
) throws {
  let bytes = try WireEncoder.encode(value)
  #expect(try WireDecoder.decode(Value.self, from: bytes) == value, sourceLocation: location)
  #expect(try WireEncoder.json(value).bytes == bytes, sourceLocation: location)
}

@Suite("An encoded value")
struct WireEncoderTests {
  @Test("has its keys in the order of their bytes, whatever order it writes them in")
  func sortedKeys() throws {
    struct Unsorted: Encodable {
      let zebra = 1
      let apple = 2
      let Zoo = 3
    }
    #expect(try text(Unsorted()) == #"{"Zoo":3,"apple":2,"zebra":1}"#)
    #expect(try text(["b": 1, "a": 2, "é": 3, "c": 4]) == #"{"a":2,"b":1,"c":4,"é":3}"#)
  }

  @Test("has its keys in order, however many there are", arguments: [1, 2, 15, 16, 17, 300])
  func manySortedKeys(count: Int) throws {
    let value = Dictionary(uniqueKeysWithValues: (0..<count).map { (String($0 * 7919), $0) })
    guard case .object(let members) = try WireEncoder.json(value) else {
      Issue.record("an object was expected")
      return
    }
    #expect(members.map(\.key) == value.keys.sorted())
  }

  @Test("keeps 64-bit integers exact")
  func exactIntegers() throws {
    #expect(try text([UInt64.max]) == "[18446744073709551615]")
    #expect(try text([Int64.min]) == "[-9223372036854775808]")
    #expect(
      try WireDecoder.decode([UInt64].self, from: Array("[18446744073709551615]".utf8))
        == [.max]
    )
    #expect(
      try WireDecoder.decode([Int64].self, from: Array("[-9223372036854775808]".utf8))
        == [.min]
    )
  }

  @Test("leaves out what is nil, and an empty one is an empty object")
  func optionals() throws {
    struct Sparse: Codable, Equatable {
      var name: String?
      var count: Int?
    }
    struct Empty: Codable, Equatable {}
    #expect(try text(Sparse(name: nil, count: 1)) == #"{"count":1}"#)
    #expect(try text(Empty()) == "{}")
    #expect(try text([1, nil, 3] as [Int?]) == "[1,null,3]")
    let read = try WireDecoder.decode([Int?].self, from: Array("[1,null,3]".utf8))
    #expect(read == [1, nil, 3])
    let null = try WireDecoder.decode(Sparse.self, from: Array(#"{"name":null}"#.utf8))
    #expect(null == Sparse(name: nil, count: nil))
  }

  @Test("can be a plain value or hold nested and inherited containers")
  func shapes() throws {
    class Base: Codable {
      var first = 1
      init() {}
    }
    final class Derived: Base {
      var second = 2
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        second = try container.decode(Int.self, forKey: .second)
        try super.init(from: container.superDecoder())
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(second, forKey: .second)
        try super.encode(to: container.superEncoder())
      }
      enum Key: CodingKey { case second }
    }
    let derived = Derived()
    derived.first = 7
    #expect(try text(derived) == #"{"second":2,"super":{"first":7}}"#)
    let read = try WireDecoder.decode(Derived.self, from: WireEncoder.encode(derived))
    #expect(read.first == 7 && read.second == 2)
    #expect(try text("x") == #""x""#)
    #expect(try text([[1.5], []]) == "[[1.5],[]]")
  }

  @Test("cannot hold a number that is not finite", arguments: [Double.nan, .infinity])
  func notFinite(number: Double) {
    #expect(throws: EncodingError.self) { try WireEncoder.encode([number]) }
    #expect(throws: EncodingError.self) { try WireEncoder.encode(["a": Float(number)]) }
    #expect(throws: EncodingError.self) { try WireEncoder.encode(number) }
  }
}

@Suite("A decoded value")
struct WireDecoderTests {
  private struct Outer: Codable {
    struct Inner: Codable { var number: UInt8 }
    var inner: [Inner]
  }

  private func failure(_ text: String) throws -> (path: String, description: String) {
    do {
      _ = try WireDecoder.decode(Outer.self, from: Array(text.utf8))
    } catch DecodingError.dataCorrupted(let context) {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return (path, context.debugDescription)
    } catch DecodingError.keyNotFound(let key, let context) {
      let path = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
      return (path, context.debugDescription)
    }
    return ("", "no failure")
  }

  @Test(
    "of the wrong kind is refused with the way to it",
    arguments: [
      (#"[]"#, "", "expected an object, found an array"),
      (#"{"inner":1}"#, "inner", "expected an array, found an integer"),
      (#"{}"#, "inner", "it is missing"),
      (#"{"inner":[{}]}"#, "inner.0.number", "it is missing"),
      (
        #"{"inner":[{"number":1},{"number":256}]}"#, "inner.1.number",
        "expected an integer from 0 to 255, found an integer"
      ),
      (
        #"{"inner":[{"number":1.5}]}"#, "inner.0.number",
        "expected an integer from 0 to 255, found a number"
      ),
      (
        #"{"inner":[{"number":"1"}]}"#, "inner.0.number",
        "expected an integer from 0 to 255, found a string"
      ),
    ]
  )
  func wrongKind(text: String, path: String, description: String) throws {
    let failure = try failure(text)
    #expect(failure.path == path)
    #expect(failure.description == description)
  }

  @Test("takes a whole number that is written with a fraction")
  func wholeNumbers() throws {
    #expect(try WireDecoder.decode([Int].self, from: Array("[1.0,1e2]".utf8)) == [1, 100])
  }

  @Test("may have keys that nothing knows")
  func unknownKeys() throws {
    let text = #"{"inner":[{"number":1,"colour":"red"}]}"#
    #expect(try WireDecoder.decode(Outer.self, from: Array(text.utf8)).inner[0].number == 1)
  }

  @Test("may have more keys than anyone looks through one by one in the wrong order")
  func manyKeys() throws {
    let many = Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("key\($0)", $0) })
    let read = try WireDecoder.decode([String: Int].self, from: WireEncoder.encode(many))
    #expect(read == many)
  }
}

@Suite("A state digest")
struct StateDigestTests {
  @Test(
    "is FNV-1a of 64 bits",
    arguments: [
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ]
  )
  func vectors(text: String, digest: String) {
    #expect(StateDigest(of: text.utf8).description == digest)
    #expect(StateDigest(digest) == StateDigest(of: text.utf8))
  }

  @Test("of parts is that of the whole")
  func parts() {
    var digest = StateDigest(of: "foo".utf8)
    digest.add("bar".utf8)
    #expect(digest == StateDigest(of: "foobar".utf8))
  }

  @Test("is not read from other text", arguments: ["", "85944171f73967e", "x5944171f73967e8"])
  func invalidText(text: String) {
    #expect(StateDigest(text) == nil)
  }
}
