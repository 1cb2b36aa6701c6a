import TorporAppModel

extension PushToTalkError: WireCode {
  package init(_ message: ParameterReader) throws(WireError) { self = try message.value("code") }

  /// A number, and for people its name.
  package var members: [(key: String, value: JSON?)] {
    [("code", json), ("which", "\(self)".json)]
  }
}
