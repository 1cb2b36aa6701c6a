// Written by scripts/generate-saved; edit the declarations and run it again.

import TorporModel

extension AudioTable.Active {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("session")
    session.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("session")
    session = try AudioSession(from: &reader)
    try reader.endObject()
  }
}

extension AudioTable.Interrupted {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    if let by {
      writer.key("by")
      by.write(to: &writer)
    }
    writer.key("session")
    session.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    by = try reader.hasKey("by") ? AppIdentifier(from: &reader) : nil
    try reader.key("session")
    session = try AudioSession(from: &reader)
    try reader.endObject()
  }
}
