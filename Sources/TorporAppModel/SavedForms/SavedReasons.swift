// Written by scripts/generate-saved; edit the declarations and run it again.

extension Condition {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("holds")
    holds.write(to: &writer)
    writer.key("reason")
    reason.write(to: &writer)
    if let since {
      writer.key("since")
      since.write(to: &writer)
    }
    if let subject {
      writer.key("subject")
      subject.write(to: &writer)
    }
    if let until {
      writer.key("until")
      until.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("holds")
    holds = try Bool(from: &reader)
    try reader.key("reason")
    reason = try Reason(from: &reader)
    since = try reader.hasKey("since") ? Instant(from: &reader) : nil
    subject = try reader.hasKey("subject") ? String(from: &reader) : nil
    until = try reader.hasKey("until") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
