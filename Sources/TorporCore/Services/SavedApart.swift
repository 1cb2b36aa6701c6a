package import TorporModel

/// State of a service that journals keep with the record of its app.
///
/// It is there only on its way between a journal and the service that owns it: the services take it out of every
/// record when a device was read, and put it back into a copy that is written. So a journal is the same, wherever
/// the state is owned.
package struct SavedApart<State: Hashable & Sendable & Saved>: Hashable, Sendable {
  private indirect enum Content: Hashable, Sendable {
    case nothing
    case state(State)
  }
  private var content = Content.nothing

  init(_ state: State? = nil) { content = state.map(Content.state) ?? .nothing }

  var state: State? { if case .state(let state) = content { state } else { nil } }
}

extension SavedApart: Saved {
  /// Writes the state; a service that owns one puts it here before.
  ///
  /// A service without state cannot be read again, so writing it fails.
  package func write(to writer: inout SavedWriter) {
    guard let state else {
      writer.fail("no service has put its \(State.self) into the record")
      return
    }
    state.write(to: &writer)
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self.init(try State(from: &reader))
  }
}
