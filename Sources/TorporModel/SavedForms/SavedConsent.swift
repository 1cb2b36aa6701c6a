// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension PermissionRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .status(let _0):
      writer.beginCase("status")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .request(let _0, let wantsAlways, let isProvisional):
      writer.beginCase("request")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("isProvisional")
      isProvisional.write(to: &writer)
      writer.key("wantsAlways")
      wantsAlways.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("status") {
      try reader.key("_0")
      let _0 = try Permission(from: &reader)
      self = .status(_0)
    } else if reader.beginCase("request") {
      try reader.key("_0")
      let _0 = try Permission(from: &reader)
      try reader.key("isProvisional")
      let isProvisional = try Bool(from: &reader)
      try reader.key("wantsAlways")
      let wantsAlways = try Bool(from: &reader)
      self = .request(_0, wantsAlways: wantsAlways, isProvisional: isProvisional)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
