import Testing
import TorporModel

@testable import TorporAppWire
@testable import TorporWire

@Suite("A framer")
struct VarlinkFramerTests {
  private func messages(_ framer: inout VarlinkFramer) throws -> [String] {
    var messages: [String] = []
    while let message = try framer.next() {
      messages.append(String(decoding: message, as: UTF8.self))
    }
    return messages
  }

  @Test("gives the same messages however the bytes are cut", arguments: 1...20)
  func cuts(size: Int) throws {
    let bytes = Array("first\0\0third message\0rest".utf8)
    var framer = VarlinkFramer()
    var found: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      framer.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      found += try messages(&framer)
    }
    #expect(found == ["first", "", "third message"])
    #expect(framer.holdsPartOfMessage)
    framer.append([0])
    #expect(try messages(&framer) == ["rest"])
    #expect(!framer.holdsPartOfMessage)
  }

  @Test("takes a message of exactly the limit and none that is longer")
  func limit() throws {
    var exact = VarlinkFramer(messageBytesMax: 8)
    exact.append(Array("12345678\0a\0".utf8))
    #expect(try messages(&exact) == ["12345678", "a"])
    var longer = VarlinkFramer(messageBytesMax: 8)
    longer.append(Array("123456789\0".utf8))
    #expect(throws: WireLimit.messageBytes(maximum: 8)) { try longer.next() }
    var endless = VarlinkFramer(messageBytesMax: 8)
    endless.append(Array("a\0".utf8))
    endless.append(Array("123456789".utf8))
    #expect(try endless.next().map(Array.init) == Array("a".utf8))
    #expect(throws: WireLimit.messageBytes(maximum: 8)) { try endless.next() }
  }

  @Test("allows 1 MiB unless told otherwise")
  func defaultLimit() throws {
    var framer = VarlinkFramer()
    framer.append(Array(repeating: 0x20, count: 1_048_576))
    #expect(try framer.next() == nil)
    framer.append([0x20])
    #expect(throws: WireLimit.messageBytes(maximum: 1_048_576)) { try framer.next() }
  }
}

@Suite("A message")
struct VarlinkMessageTests {
  @Test("of a call has the members of Varlink and an end mark")
  func callBytes() throws {
    let call = VarlinkCall(method: "a.B", parameters: .object(["x": .integer(1)]), wantsMore: true)
    #expect(
      String(decoding: call.bytes, as: UTF8.self)
        == #"{"method":"a.B","parameters":{"x":1},"more":true}"# + "\0"
    )
    #expect(try VarlinkCall(message: call.bytes.dropLast()) == call)
    let oneway = VarlinkCall(method: "a.B", isOneway: true, wantsUpgrade: true)
    #expect(try VarlinkCall(message: oneway.bytes.dropLast()) == oneway)
  }

  @Test("of a reply has the members of Varlink and an end mark")
  func replyBytes() throws {
    let reply = VarlinkReply(parameters: .object([]), continues: true)
    #expect(
      String(decoding: reply.bytes, as: UTF8.self) == #"{"parameters":{},"continues":true}"# + "\0"
    )
    #expect(try VarlinkReply(message: reply.bytes.dropLast()) == reply)
    let error = VarlinkReply(.methodNotFound(method: "a.B"))
    #expect(
      String(decoding: error.bytes, as: UTF8.self)
        == #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"a.B"}}"# + "\0"
    )
    #expect(try VarlinkReply(message: error.bytes.dropLast()) == error)
  }

  @Test("may leave out everything but the method, and may hold members of a later Varlink")
  func leniency() throws {
    #expect(
      try VarlinkCall(message: Array(#"{"method":"a.B"}"#.utf8)[...]) == VarlinkCall(method: "a.B")
    )
    #expect(
      try VarlinkCall(message: Array(#"{"method":"a.B","parameters":null,"new":1}"#.utf8)[...])
        == VarlinkCall(method: "a.B")
    )
  }

  @Test(
    "that is no call is refused with its fault",
    arguments: [
      ("", "the text ends too early at byte 0"),
      ("[]", "a message is an array instead of an object"),
      ("{}", "a call has no 'method' that is a string"),
      (#"{"method":1}"#, "a call has no 'method' that is a string"),
      (#"{"method":"a.B","parameters":[]}"#, "'parameters' is not an object"),
      (#"{"method":"a.B","more":1}"#, "'more' is not true or false"),
      (#"{"method":"a.B","oneway":"yes"}"#, "'oneway' is not true or false"),
    ]
  )
  func malformed(text: String, cause: String) {
    #expect(throws: WireError.malformedMessage(cause: cause)) {
      try VarlinkCall(message: Array(text.utf8)[...])
    }
  }
}

@Suite("An interface's description")
struct InterfaceDescriptionTests {
  /// The names after a keyword at the beginnings of lines.
  private func names(_ keyword: String, in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix(keyword + " ") else { return nil }
      return String(line.dropFirst(keyword.count + 1).prefix { $0.isLetter || $0.isNumber })
    }
  }

  @Test("names every method that there is")
  func methods() {
    #expect(
      names("method", in: AppInterface.description) == AppInterface.Method.allCases.map(\.rawValue)
    )
    #expect(
      names("method", in: ControlInterface.description)
        == ControlInterface.Method.allCases.map(\.rawValue)
    )
    #expect(
      names("method", in: ServiceInterface.description) == ["GetInfo", "GetInterfaceDescription"]
    )
  }

  @Test(
    "names every error that there is, with the facts that it carries",
    arguments: WireErrorTests.all
  )
  func errors(error: WireError) throws {
    let dot = try #require(error.name.lastIndex(of: "."))
    let interface = error.name[..<dot]
    let name = error.name[error.name.index(after: dot)...]
    let description = try #require(
      Interfaces.all.first { $0.name == interface }?.description
    )
    let start = try #require(description.range(of: "error \(name) (")).upperBound
    let fields = description[start...].prefix { $0 != ")" }.split(separator: ",").map {
      $0.prefix { $0 != ":" }.drop { $0.isWhitespace }
    }
    guard case .object(let members) = error.parameters else {
      Issue.record("the facts of an error are an object")
      return
    }
    #expect(members.map(\.key) == fields.filter { !$0.isEmpty }.map(String.init))
  }
}

extension String {
  /// Where a text begins in this one.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
