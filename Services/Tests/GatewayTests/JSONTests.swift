import Testing

@testable import Gateway

@Suite("JSON of senders and devices")
struct JSONTests {
  @Test(
    "is read as it is written",
    arguments: [
      ("{}", JSONValue.object([:])), (" [1, -2.5e3 ,true,null] ", nil),
      ("\"a\\n\\u00e9\\ud83d\\ude00\"", .text("a\né😀")), ("0", .number("0")),
      ("{\"a\":{\"b\":[]}}", .object(["a": .object(["b": .list([])])])),
    ]
  )
  func reads(_ text: String, _ value: JSONValue?) throws {
    let read = try #require(JSONValue(Array(text.utf8)))
    if let value { #expect(read == value) }
  }

  @Test(
    "is refused where it is not JSON",
    arguments: [
      "", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "1.", "-", "tru", "nul", "\"\\x\"", "\"\n\"",
      "\"\\ud83d\"", "1 2", "{\"a\":1}x", "'a'", String(repeating: "[", count: 100_000),
    ]
  )
  func refuses(_ text: String) {
    #expect(JSONValue(Array(text.utf8)) == nil)
  }

  @Test("is refused where it is not UTF-8")
  func bytes() {
    #expect(JSONValue([0x22, 0xff, 0x22]) == nil)
    #expect(JSONValue([0xff]) == nil)
  }

  @Test("comes back from what is written")
  func writes() throws {
    var object = JSONText()
    object.set("a \"b\"\\\u{1}", "é\n\"")
    object.set("n", -5)
    object.set("list", json: "[\"x\"]")
    let value = try #require(JSONValue(Array(object.finished.utf8)))
    #expect(value["a \"b\"\\\u{1}"] == .text("é\n\""))
    #expect(value["n"]?.integer == -5)
    #expect(value["list"]?.list == [.text("x")])
  }
}
