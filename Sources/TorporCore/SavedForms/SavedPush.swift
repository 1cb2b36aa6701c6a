// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension AppPushes.Call {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("ringsUntil")
    ringsUntil.write(to: &writer)
    writer.key("since")
    since.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("ringsUntil")
    ringsUntil = try Instant(from: &reader)
    try reader.key("since")
    since = try Instant(from: &reader)
    try reader.endObject()
  }
}
