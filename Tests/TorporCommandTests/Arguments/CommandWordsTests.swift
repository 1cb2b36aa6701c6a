import Testing

@testable import torpor

@Suite("Words that are not UTF-8")
struct CommandWordsTests {
  /// Does something with words as the kernel has them.
  private func with<Value>(
    _ words: [[UInt8]],
    _ body: ([UnsafePointer<CChar>]) throws -> Value
  ) rethrows -> Value {
    let copies = words.map { word in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
      for (index, byte) in word.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[word.count] = 0
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return try body(copies.map { UnsafePointer($0) })
  }

  private let latin1 = Array("caf".utf8) + [0xE9]

  @Test("are refused as arguments, instead of others in their place")
  func arguments() throws {
    let read = try with([Array("run".utf8), Array("café".utf8)]) { try CommandWords.read($0) }
    #expect(read == ["run", "café"])
    let failure = #expect(throws: CommandFailure.self) {
      try with([Array("run".utf8), latin1]) { try CommandWords.read($0) }
    }
    #expect(failure?.exitStatus == 64)
    #expect(
      failure?.sentence
        == "The argument 'caf\u{FFFD}' is not UTF-8, so it would be changed on its way. Write it in UTF-8; a file with such a "
        + "name needs another one."
    )
  }

  @Test("are left out of the environment, by name")
  func variables() {
    let entries = [Array("A=1".utf8), Array("PLACE=".utf8) + latin1, Array("B".utf8)]
    let (all, leftOut) = with(entries) { CurrentEnvironment.read($0) }
    #expect(all == ["A=1"])
    #expect(leftOut == ["PLACE"])
  }
}
