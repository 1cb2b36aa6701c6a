// Written by scripts/generate-saved; edit the declarations and run it again.

extension DescriptorPurpose {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .voIP: writer.write(case: "voIP")
    case .accessory(let _0):
      writer.beginCase("accessory")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .other: writer.write(case: "other")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("voIP") {
      self = .voIP
    } else if reader.beginCase("accessory") {
      try reader.key("_0")
      let _0 = try String(from: &reader)
      self = .accessory(_0)
    } else if reader.beginCase("other") {
      self = .other
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension DescriptorCallback {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .readable(let name, let isHungUp):
      writer.beginCase("readable")
      writer.key("isHungUp")
      isHungUp.write(to: &writer)
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    case .lost(let name):
      writer.beginCase("lost")
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    case .keepAlive: writer.write(case: "keepAlive")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("readable") {
      try reader.key("isHungUp")
      let isHungUp = try Bool(from: &reader)
      try reader.key("name")
      let name = try String(from: &reader)
      self = .readable(name: name, isHungUp: isHungUp)
    } else if reader.beginCase("lost") {
      try reader.key("name")
      let name = try String(from: &reader)
      self = .lost(name: name)
    } else if reader.beginCase("keepAlive") {
      self = .keepAlive
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
