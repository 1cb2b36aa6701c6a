// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension AppDescriptors.Descriptor {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isWatched")
    isWatched.write(to: &writer)
    writer.key("name")
    name.write(to: &writer)
    writer.key("purpose")
    purpose.write(to: &writer)
    if let rest {
      writer.key("rest")
      rest.write(to: &writer)
    }
    writer.key("unreadWakes")
    unreadWakes.write(to: &writer)
    if let wokenAt {
      writer.key("wokenAt")
      wokenAt.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isWatched")
    isWatched = try Bool(from: &reader)
    try reader.key("name")
    name = try String(from: &reader)
    try reader.key("purpose")
    purpose = try DescriptorPurpose(from: &reader)
    rest = try reader.hasKey("rest") ? AppDescriptors.Descriptor.Rest(from: &reader) : nil
    try reader.key("unreadWakes")
    unreadWakes = try Int(from: &reader)
    wokenAt = try reader.hasKey("wokenAt") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}

extension AppDescriptors.Descriptor.Rest {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isHungUp")
    isHungUp.write(to: &writer)
    writer.key("until")
    until.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isHungUp")
    isHungUp = try Bool(from: &reader)
    try reader.key("until")
    until = try Instant(from: &reader)
    try reader.endObject()
  }
}

extension AppDescriptors.KeepAlive {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("interval")
    interval.write(to: &writer)
    if let nextAt {
      writer.key("nextAt")
      nextAt.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("interval")
    interval = try Duration(from: &reader)
    nextAt = try reader.hasKey("nextAt") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
