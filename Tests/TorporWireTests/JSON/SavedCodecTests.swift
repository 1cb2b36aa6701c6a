import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

private func text(_ value: some Saved) throws -> String {
  String(decoding: try SavedCodec.encode(value), as: UTF8.self)
}

private func fault<Value: Saved>(_ type: Value.Type, _ text: String) -> String {
  do {
    return "read: \(try SavedCodec.decode(type, from: Array(text.utf8)))"
  } catch {
    return "\(error)"
  }
}

@Suite("A saved value")
struct SavedCodecTests {
  @Test("has its keys in the order of their bytes, and leaves out members without a value")
  func order() throws {
    let request = JobRequest(command: "make", needs: JobNeeds(batteryPercentMin: 40))
    #expect(
      try text(request)
        == #"{"command":"make","conflict":"refuse","needs":{"batteryPercentMin":40,"externalPower":false,"#
        + #""isCool":false,"network":"none-needed"},"retries":{"backoff":[1,11553255926290448384],"#
        + #""countMax":0},"schedule":{"after":[],"afterAny":[]},"whenLost":"expire"}"#
    )
  }

  @Test("has a case as an object of its values, by their labels or places")
  func cases() throws {
    let app = try #require(AppIdentifier("com.example.mail"))
    let request = CentralRequest(
      identifier: CentralRequestIdentifier(rawValue: .max),
      kind: .read,
      service: "e",
      characteristic: "f",
      central: "d",
      value: [0, 255]
    )
    let events: [(BluetoothEvent, String)] = [
      (.data(peripheral: "b"), #"{"data":{"peripheral":"b"}}"#),
      (
        .discovered(peripheral: "c", services: ["1", "2"]),
        #"{"discovered":{"peripheral":"c","services":["1","2"]}}"#
      ),
      (.centralRequest(app: app), #"{"centralRequest":{"app":"com.example.mail"}}"#),
      (
        .centralRequest(app: app, request: request),
        #"{"centralRequest":{"app":"com.example.mail","request":{"central":"d","characteristic":"f","#
          + #""identifier":18446744073709551615,"kind":"read","offset":0,"service":"e","value":[0,255]}}}"#
      ),
    ]
    for (event, bytes) in events {
      #expect(try text(event) == bytes)
      #expect(try SavedCodec.decode(BluetoothEvent.self, from: Array(bytes.utf8)) == event)
    }
    let answer = CentralAnswer.value([1])
    #expect(try text(answer) == #"{"value":{"_0":[1]}}"#)
  }

  @Test("has plain values as JSON has them, each of which comes back exactly")
  func plainValues() throws {
    let numbers: [Int64] = [.min, -1, 0, 7, .max]
    #expect(try text(numbers) == "[-9223372036854775808,-1,0,7,9223372036854775807]")
    #expect(try SavedCodec.decode([Int64].self, from: SavedCodec.encode(numbers)) == numbers)
    let doubles = [0.1, -0.0, 1.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    #expect(try SavedCodec.encode(doubles) == WireEncoder.encode(doubles))
    #expect(try SavedCodec.decode([Double].self, from: SavedCodec.encode(doubles)) == doubles)
    let texts = ["", "a\"b\\c\n\r\t\u{0}\u{1f}", "日本語 🫖"]
    #expect(try SavedCodec.encode(texts) == WireEncoder.encode(texts))
    #expect(try SavedCodec.decode([String].self, from: SavedCodec.encode(texts)) == texts)
    let durations: [Duration] = [.zero, .seconds(30), .nanoseconds(-1), .seconds(-1_000_000)]
    #expect(try SavedCodec.encode(durations) == WireEncoder.encode(durations))
    #expect(try SavedCodec.decode([Duration].self, from: SavedCodec.encode(durations)) == durations)
    let gaps: [Int?] = [1, nil, 3]
    #expect(try text(gaps) == "[1,null,3]")
    #expect(try SavedCodec.decode([Int?].self, from: SavedCodec.encode(gaps)) == gaps)
  }

  @Test("is read from keys in any order, with spaces, other escapes, and keys that nobody knows")
  func otherTexts() throws {
    let policy = RetryPolicy(countMax: 3, backoff: .seconds(1))
    for text in [
      #"{"countMax":3,"backoff":[0,1000000000000000000]}"#,
      #"{ "backoff" : [0, 1000000000000000000], "countMax" : 3 }"#,
      #"{"backoff":[0,1000000000000000000],"beyond":{"a":[1,null]},"countMax":3,"last":"x"}"#,
    ] {
      #expect(try SavedCodec.decode(RetryPolicy.self, from: Array(text.utf8)) == policy)
    }
    let escaped = try SavedCodec.decode([String].self, from: Array(#"["\u0041\/"]"#.utf8))
    #expect(escaped == ["A/"])
    let null = #"{"externalPower":false,"idle":null,"isCool":true,"network":"any"}"#
    let needs = try SavedCodec.decode(JobNeeds.self, from: Array(null.utf8))
    #expect(needs == JobNeeds(network: .any, isCool: true))
  }

  @Test(
    "that cannot be read is said with the way to the fault",
    arguments: [
      (#"{"backoff":[0,1]}"#, "countMax: it is missing"),
      (#"{"backoff":[0],"countMax":1}"#, "backoff.1: expected more elements"),
      (#"{"backoff":[0,"x"],"countMax":1}"#, "backoff.1: expected an integer, found a string"),
      (#"{"backoff":[0,1],"countMax":null}"#, "countMax: expected an integer, found null"),
      (
        #"{"backoff":[0,1],"countMax":9223372036854775808}"#,
        "countMax: expected an integer from -9223372036854775808 to 9223372036854775807, "
          + "found a number"
      ),
      ("[]", "expected an object, found an array"),
      ("", "the text ends too early at byte 0"),
      (#"{"backoff":[0,1],"countMax":1}}"#, "something follows the value at byte 30"),
      (
        #"{"backoff":[0,1],"countMax":1,"countMax":2}"#,
        "the key 'countMax' is there twice at byte 30"
      ),
    ]
  )
  func faults(_ text: String, _ words: String) {
    #expect(fault(RetryPolicy.self, text) == words)
  }

  @Test("of a case, a raw value or a text that does not exist is said by its name")
  func unknownNames() {
    #expect(fault(AccessoryRequest.self, #"{"fly":{}}"#) == "there is no case 'fly'")
    #expect(fault([JobNetwork].self, #"["any","x"]"#) == "1: 'x' does not name a JobNetwork")
    #expect(fault([AppIdentifier].self, #"["a/b"]"#) == "0: 'a/b' is not an app identifier")
  }

  @Test("cannot be written with a number that is not finite", arguments: [Double.nan, .infinity])
  func notFinite(_ number: Double) {
    #expect(throws: SavedCodec.Failure(description: "0: \(number) is not a number of JSON")) {
      try SavedCodec.encode([number])
    }
  }
}
