import Testing
import TorporModel

@Suite("A word that has changed since an earlier build")
struct EarlierWordsTests {
  @Test(
    "is read as what it meant, and written as the word of today",
    arguments: [
      ("speakerNotNamed", Reason.activeParticipantNotSet), ("talk", .pushToTalk),
      ("leastMissed", .lowestReuseProbability), ("longFrozen", .suspendedLongEnough),
      ("exactPlaces", .preciseLocation), ("placesSession", .serviceSession),
    ]
  )
  func reasons(earlier: String, reason: Reason) throws {
    #expect(try read(earlier, as: Reason.self) == reason)
    #expect(try read(reason.rawValue, as: Reason.self) == reason)
    #expect(reason.rawValue != earlier)
  }

  @Test("is read in an order of eviction")
  func evictionOrder() throws {
    #expect(try read("leastMissedFirst", as: EvictionOrder.self) == .leastLikelyUsedFirst)
    #expect(try read("largestFirst", as: EvictionOrder.self) == .largestFirst)
  }

  @Test("is not guessed")
  func unknown() {
    #expect(
      throws: SavedFailure("'leastLoved' does not name a Reason", at: 0),
      performing: { try read("leastLoved", as: Reason.self) }
    )
  }

  @Test("is that of a member of what is saved, which keeps its name on the disk")
  func members() throws {
    var writer = SavedWriter()
    AccessoryEvent.disconnected(accessory: "pump", isSimulated: true).write(to: &writer)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"disconnected":{"accessory":"pump","isDeclared":true}}"#
    )
  }

  private func read<Value: Saved>(_ word: String, as type: Value.Type) throws(SavedFailure) -> Value
  {
    var reader = SavedReader(Array("\"\(word)\"".utf8), skipsUnknown: false)
    return try Value(from: &reader)
  }
}
