// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension RecordingHeader {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    writer.key("build")
    build.write(to: &writer)
    writer.key("bytesMax")
    bytesMax.write(to: &writer)
    writer.key("daysMax")
    daysMax.write(to: &writer)
    writer.key("format")
    format.write(to: &writer)
    writer.key("sequence")
    sequence.write(to: &writer)
    writer.key("version")
    version.write(to: &writer)
    writer.key("wallNanoseconds")
    wallNanoseconds.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("build")
    build = try String(from: &reader)
    try reader.key("bytesMax")
    bytesMax = try Int64(from: &reader)
    try reader.key("daysMax")
    daysMax = try Int(from: &reader)
    try reader.key("format")
    format = try Int(from: &reader)
    try reader.key("sequence")
    sequence = try UInt64(from: &reader)
    try reader.key("version")
    version = try Int(from: &reader)
    try reader.key("wallNanoseconds")
    wallNanoseconds = try Int64(from: &reader)
    try reader.endObject()
  }
}

extension RecordedState {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    if let build {
      writer.key("build")
      build.write(to: &writer)
    }
    writer.key("device")
    device.write(to: &writer)
    writer.key("format")
    format.write(to: &writer)
    writer.key("sequence")
    sequence.write(to: &writer)
    writer.key("wallNanoseconds")
    wallNanoseconds.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    build = try reader.hasKey("build") ? String(from: &reader) : nil
    try reader.key("device")
    device = try Device(from: &reader)
    try reader.key("format")
    format = try Int(from: &reader)
    try reader.key("sequence")
    sequence = try UInt64(from: &reader)
    try reader.key("wallNanoseconds")
    wallNanoseconds = try Int64(from: &reader)
    try reader.endObject()
  }
}

extension RecordedTurn {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    if let build {
      writer.key("build")
      build.write(to: &writer)
    }
    writer.key("decisions")
    decisions.write(to: &writer)
    writer.key("format")
    format.write(to: &writer)
    writer.key("inputs")
    inputs.write(to: &writer)
    writer.key("sequence")
    sequence.write(to: &writer)
    writer.key("wallNanoseconds")
    wallNanoseconds.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    build = try reader.hasKey("build") ? String(from: &reader) : nil
    try reader.key("decisions")
    decisions = try [Decision](from: &reader)
    try reader.key("format")
    format = try Int(from: &reader)
    try reader.key("inputs")
    inputs = try [Input](from: &reader)
    try reader.key("sequence")
    sequence = try UInt64(from: &reader)
    try reader.key("wallNanoseconds")
    wallNanoseconds = try Int64(from: &reader)
    try reader.endObject()
  }
}

extension RecordedCheck {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let build {
      writer.key("build")
      build.write(to: &writer)
    }
    writer.key("digest")
    digest.write(to: &writer)
    writer.key("format")
    format.write(to: &writer)
    writer.key("sequence")
    sequence.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    build = try reader.hasKey("build") ? String(from: &reader) : nil
    try reader.key("digest")
    digest = try String(from: &reader)
    try reader.key("format")
    format = try Int(from: &reader)
    try reader.key("sequence")
    sequence = try UInt64(from: &reader)
    try reader.endObject()
  }
}

extension RecordedEnd {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    writer.key("because")
    because.write(to: &writer)
    writer.key("missesInputs")
    missesInputs.write(to: &writer)
    writer.key("sequence")
    sequence.write(to: &writer)
    writer.key("wallNanoseconds")
    wallNanoseconds.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("because")
    because = try RecordedEnd.Cause(from: &reader)
    try reader.key("missesInputs")
    missesInputs = try Bool(from: &reader)
    try reader.key("sequence")
    sequence = try UInt64(from: &reader)
    try reader.key("wallNanoseconds")
    wallNanoseconds = try Int64(from: &reader)
    try reader.endObject()
  }
}
