/// State of a service that journals keep with the record of its app.
///
/// It is there only on its way between a journal and the service that owns it: the services take it out of every
/// record when a device was read, and put it back into a copy that is written. So a journal is the same, whoever
/// owns the state.
package struct SavedApart<State: Hashable & Sendable & Codable>: Hashable, Sendable {
  private indirect enum Content: Hashable, Sendable {
    case nothing
    case state(State)
  }
  private var content = Content.nothing

  init(_ state: State? = nil) { content = state.map(Content.state) ?? .nothing }

  var state: State? { if case .state(let state) = content { state } else { nil } }
}

extension SavedApart: Codable {
  package init(from decoder: any Decoder) throws { self.init(try State(from: decoder)) }

  /// Writes the state; a service that owns one puts it here before.
  ///
  /// - Throws: `EncodingError` where no state was put here: what has no state cannot be read again.
  package func encode(to encoder: any Encoder) throws {
    guard let state else {
      let context = EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "no service has put its \(State.self) into the record"
      )
      throw EncodingError.invalidValue(self, context)
    }
    try state.encode(to: encoder)
  }
}

extension KeyedDecodingContainer {
  /// Reads what is kept, under its own name.
  func decode<State>(_ type: SavedApart<State>.Type, forKey key: Key) throws -> SavedApart<State> {
    SavedApart(try decode(State.self, forKey: key))
  }
}
