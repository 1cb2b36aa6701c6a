// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension Activity {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .task(let identifier):
      writer.beginCase("task")
      writer.key("identifier")
      identifier.write(to: &writer)
      writer.endCase()
    case .fetch: writer.write(case: "fetch")
    case .job(let _0):
      writer.beginCase("job")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .transfer(let _0):
      writer.beginCase("transfer")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("task") {
      try reader.key("identifier")
      let identifier = try String(from: &reader)
      self = .task(identifier: identifier)
    } else if reader.beginCase("fetch") {
      self = .fetch
    } else if reader.beginCase("job") {
      try reader.key("_0")
      let _0 = try JobIdentifier(from: &reader)
      self = .job(_0)
    } else if reader.beginCase("transfer") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      self = .transfer(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension BlockedTime {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("reason")
    reason.write(to: &writer)
    writer.key("total")
    total.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("reason")
    reason = try Reason(from: &reader)
    try reader.key("total")
    total = try Duration(from: &reader)
    try reader.endObject()
  }
}
