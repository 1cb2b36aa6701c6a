// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension ExitRecord {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    writer.key("launch")
    launch.write(to: &writer)
    writer.key("reason")
    reason.write(to: &writer)
    if let remaining {
      writer.key("remaining")
      remaining.write(to: &writer)
    }
    if let terminationSave {
      writer.key("terminationSave")
      terminationSave.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("launch")
    launch = try LaunchIdentifier(from: &reader)
    try reader.key("reason")
    reason = try ExitReason(from: &reader)
    remaining = try reader.hasKey("remaining") ? Int(from: &reader) : nil
    terminationSave = try reader.hasKey("terminationSave") ? TerminationSave(from: &reader) : nil
    try reader.endObject()
  }
}
