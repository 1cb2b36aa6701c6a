// Written by scripts/generate-saved; edit the declarations and run it again.

extension AudioSession {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("category")
    category.write(to: &writer)
    writer.key("mixesWithOthers")
    mixesWithOthers.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("category")
    category = try AudioCategory(from: &reader)
    try reader.key("mixesWithOthers")
    mixesWithOthers = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension AudioCallback {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .interruptionBegan(let _0):
      writer.beginCase("interruptionBegan")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .interruptionEnded(let shouldResume):
      writer.beginCase("interruptionEnded")
      writer.key("shouldResume")
      shouldResume.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("interruptionBegan") {
      try reader.key("_0")
      let _0 = try InterruptionReason(from: &reader)
      self = .interruptionBegan(_0)
    } else if reader.beginCase("interruptionEnded") {
      try reader.key("shouldResume")
      let shouldResume = try Bool(from: &reader)
      self = .interruptionEnded(shouldResume: shouldResume)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
