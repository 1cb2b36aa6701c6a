// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension Screen.Lock {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .unlocked: writer.write(case: "unlocked")
    case .locked(let front, let protectedDataEnd):
      writer.beginCase("locked")
      writer.key("front")
      front.write(to: &writer)
      if let protectedDataEnd {
        writer.key("protectedDataEnd")
        protectedDataEnd.write(to: &writer)
      }
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("unlocked") {
      self = .unlocked
    } else if reader.beginCase("locked") {
      try reader.key("front")
      let front = try [AppIdentifier](from: &reader)
      let protectedDataEnd = try reader.hasKey("protectedDataEnd") ? Instant(from: &reader) : nil
      self = .locked(front: front, protectedDataEnd: protectedDataEnd)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
