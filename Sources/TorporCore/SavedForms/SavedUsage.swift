// Written by scripts/generate-saved; edit the declarations and run it again.

import TorporModel

extension UsageModel.Entry {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("history")
    history.write(to: &writer)
    writer.key("slot")
    slot.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("history")
    history = try OpenHistory(from: &reader)
    try reader.key("slot")
    slot = try UInt8(from: &reader)
    try reader.endObject()
  }
}
