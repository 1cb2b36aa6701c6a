import TorporModel

extension PushToTalkError: WireCode {
  init(_ message: ParameterReader) throws(WireError) { self = try message.value("code") }

  /// A number, and for people its name.
  var members: [(key: String, value: JSON?)] {
    [("code", json), ("which", "\(self)".json)]
  }
}
