// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension WakeCosts {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("positioningNanojoules")
    positioningNanojoules.write(to: &writer)
    writer.key("processorNanojoules")
    processorNanojoules.write(to: &writer)
    writer.key("radioNanojoules")
    radioNanojoules.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("positioningNanojoules")
    positioningNanojoules = try Int64(from: &reader)
    try reader.key("processorNanojoules")
    processorNanojoules = try Int64(from: &reader)
    try reader.key("radioNanojoules")
    radioNanojoules = try Int64(from: &reader)
    try reader.endObject()
  }
}
