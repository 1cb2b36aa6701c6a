// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension Interruption {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("kind")
    kind.write(to: &writer)
    if let until {
      writer.key("until")
      until.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("kind")
    kind = try Interruption.Kind(from: &reader)
    until = try reader.hasKey("until") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}

extension Interruption.Kind {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .call(let _0):
      writer.beginCase("call")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .question(let _0, let name):
      writer.beginCase("question")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    case .machine(let _0):
      writer.beginCase("machine")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("call") {
      try reader.key("_0")
      let _0 = try AppIdentifier(from: &reader)
      self = .call(_0)
    } else if reader.beginCase("question") {
      try reader.key("_0")
      let _0 = try AppIdentifier(from: &reader)
      try reader.key("name")
      let name = try String(from: &reader)
      self = .question(_0, name: name)
    } else if reader.beginCase("machine") {
      try reader.key("_0")
      let _0 = try MachineInterruption(from: &reader)
      self = .machine(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

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
