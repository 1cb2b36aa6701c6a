// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension PushRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .register(let _0, let token):
      writer.beginCase("register")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("token")
      token.write(to: &writer)
      writer.endCase()
    case .unregister(let _0):
      writer.beginCase("unregister")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .reportCall: writer.write(case: "reportCall")
    case .endCall: writer.write(case: "endCall")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("register") {
      try reader.key("_0")
      let _0 = try PushTokenKind(from: &reader)
      try reader.key("token")
      let token = try String(from: &reader)
      self = .register(_0, token: token)
    } else if reader.beginCase("unregister") {
      try reader.key("_0")
      let _0 = try PushTokenKind(from: &reader)
      self = .unregister(_0)
    } else if reader.beginCase("reportCall") {
      self = .reportCall
    } else if reader.beginCase("endCall") {
      self = .endCall
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
