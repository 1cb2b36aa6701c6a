// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension AlarmWake {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("nextLook")
    nextReview.write(to: &writer)
    writer.key("wokenAt")
    wokenAt.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("nextLook")
    nextReview = try Instant(from: &reader)
    try reader.key("wokenAt")
    wokenAt = try Instant(from: &reader)
    try reader.endObject()
  }
}
