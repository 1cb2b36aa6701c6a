// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension AudioRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .activate(let _0):
      writer.beginCase("activate")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .deactivate(let notifiesOthers):
      writer.beginCase("deactivate")
      writer.key("notifiesOthers")
      notifiesOthers.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("activate") {
      try reader.key("_0")
      let _0 = try AudioSession(from: &reader)
      self = .activate(_0)
    } else if reader.beginCase("deactivate") {
      try reader.key("notifiesOthers")
      let notifiesOthers = try Bool(from: &reader)
      self = .deactivate(notifiesOthers: notifiesOthers)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
