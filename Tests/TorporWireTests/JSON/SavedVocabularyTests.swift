import Testing
import TorporModel
import TorporWire

private func expectSaved<Value: Saved & Equatable>(
  _ value: Value,
  at location: SourceLocation = #_sourceLocation
) throws {
  let bytes = try SavedCodec.encode(value)
  // In place: what the writer writes is what the reader expects.
  var reader = SavedReader(bytes, skipsUnknown: false)
  #expect(try Value(from: &reader) == value, sourceLocation: location)
  #expect(reader.isAtEnd, sourceLocation: location)
  #expect(try JSON(parsing: bytes).bytes == bytes, sourceLocation: location)
  let again = try SavedCodec.decode(Value.self, from: JSON(parsing: bytes))
  #expect(again == value, sourceLocation: location)
}

@Suite("The shared vocabulary")
struct SavedVocabularyTests {
  @Test("comes back from its bytes as it was")
  func roundTrips() throws {
    for decision in Samples.decisions { try expectSaved(decision) }
    for request in Samples.requests { try expectSaved(request) }
    for callback in Samples.callbacks {
      try expectSaved(Delivery(token: CallbackToken(rawValue: 1), callback: callback))
    }
    for reason in Samples.exitReasons { try expectSaved(reason) }
    for mode in BackgroundMode.allCases { try expectSaved([mode]) }
    for reason in Reason.allCases { try expectSaved([reason]) }
    for wake in WakeReason.allCases { try expectSaved([wake]) }
    for state in ApplicationState.allCases { try expectSaved([state]) }
    for code in TerminationCode.allCases { try expectSaved([code]) }
    for result in CompletionResult.allCases { try expectSaved([result]) }
    for profile in ProfileName.allCases { try expectSaved([profile]) }
    try expectSaved(Samples.manifest)
    try expectSaved(AppSettings(backgroundRefresh: .wifi, location: .whenInUse))
    try expectSaved([
      ExitStatus.exited(status: 3), .signalled(signal: 9), .unknown, .notStarted(errno: 2),
    ])
    try expectSaved([Instant(nanoseconds: .max), .zero])
    try expectSaved([Duration.seconds(1), .nanoseconds(-1), .seconds(Int64.max)])
    try expectSaved([LaunchIdentifier(rawValue: .max)])
  }
}

extension SavedVocabularyTests {
  @Test("takes about a microsecond to write and to read (times are shown, not judged)")
  func speed() throws {
    // The commonest entry of the journal: a request of an app.
    let request = AppRequest.beginBackgroundTask(
      name: "upload",
      hasExpirationHandler: true,
      key: "3f2a-17"
    )
    let bytes = try SavedCodec.encode(request)
    let rounds = 2_000
    let clock = ContinuousClock()
    let encoding = try clock.measure {
      for _ in 0..<rounds { _ = try SavedCodec.encode(request) }
    }
    let decoding = try clock.measure {
      for _ in 0..<rounds { _ = try SavedCodec.decode(AppRequest.self, from: bytes) }
    }
    print(
      "one request of \(bytes.count) bytes: encode \(encoding / rounds), decode \(decoding / rounds)"
    )
    #expect(try SavedCodec.decode(AppRequest.self, from: bytes) == request)
  }
}
