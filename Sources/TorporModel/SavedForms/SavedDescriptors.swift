// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension DescriptorRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .watch(let name, let purpose):
      writer.beginCase("handOver")
      writer.key("name")
      name.write(to: &writer)
      writer.key("purpose")
      purpose.write(to: &writer)
      writer.endCase()
    case .unwatch(let name):
      writer.beginCase("takeBack")
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    case .setKeepAlive(let _0):
      writer.beginCase("setKeepAlive")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .clearKeepAlive: writer.write(case: "clearKeepAlive")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("handOver") {
      try reader.key("name")
      let name = try String(from: &reader)
      try reader.key("purpose")
      let purpose = try DescriptorPurpose(from: &reader)
      self = .watch(name: name, purpose: purpose)
    } else if reader.beginCase("takeBack") {
      try reader.key("name")
      let name = try String(from: &reader)
      self = .unwatch(name: name)
    } else if reader.beginCase("setKeepAlive") {
      try reader.key("_0")
      let _0 = try Duration(from: &reader)
      self = .setKeepAlive(_0)
    } else if reader.beginCase("clearKeepAlive") {
      self = .clearKeepAlive
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
