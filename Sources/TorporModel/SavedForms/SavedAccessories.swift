// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension AccessoryRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .open(let accessory):
      writer.beginCase("open")
      writer.key("accessory")
      accessory.write(to: &writer)
      writer.endCase()
    case .close(let accessory):
      writer.beginCase("close")
      writer.key("accessory")
      accessory.write(to: &writer)
      writer.endCase()
    case .connected: writer.write(case: "connected")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("open") {
      try reader.key("accessory")
      let accessory = try String(from: &reader)
      self = .open(accessory: accessory)
    } else if reader.beginCase("close") {
      try reader.key("accessory")
      let accessory = try String(from: &reader)
      self = .close(accessory: accessory)
    } else if reader.beginCase("connected") {
      self = .connected
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension AccessoryEvent {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .connected(let _0):
      writer.beginCase("connected")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .disconnected(let accessory, let isSimulated):
      writer.beginCase("disconnected")
      writer.key("accessory")
      accessory.write(to: &writer)
      writer.key("isDeclared")
      isSimulated.write(to: &writer)
      writer.endCase()
    case .data(let accessory):
      writer.beginCase("data")
      writer.key("accessory")
      accessory.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("connected") {
      try reader.key("_0")
      let _0 = try Accessory(from: &reader)
      self = .connected(_0)
    } else if reader.beginCase("disconnected") {
      try reader.key("accessory")
      let accessory = try String(from: &reader)
      try reader.key("isDeclared")
      let isSimulated = try Bool(from: &reader)
      self = .disconnected(accessory: accessory, isSimulated: isSimulated)
    } else if reader.beginCase("data") {
      try reader.key("accessory")
      let accessory = try String(from: &reader)
      self = .data(accessory: accessory)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
