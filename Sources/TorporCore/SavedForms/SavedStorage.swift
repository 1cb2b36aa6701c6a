// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension StorageTable {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("asked")
    asked.write(to: &writer)
    if let order {
      writer.key("order")
      order.write(to: &writer)
    }
    writer.key("purges")
    purges.write(to: &writer)
    if let settlesAt {
      writer.key("settlesAt")
      settlesAt.write(to: &writer)
    }
    if let shortSince {
      writer.key("shortSince")
      shortSince.write(to: &writer)
    }
    writer.key("visited")
    visited.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("asked")
    asked = try [AppIdentifier](from: &reader)
    order = try reader.hasKey("order") ? CacheOrder(from: &reader) : nil
    try reader.key("purges")
    purges = try [CachePurge](from: &reader)
    settlesAt = try reader.hasKey("settlesAt") ? Instant(from: &reader) : nil
    shortSince = try reader.hasKey("shortSince") ? Instant(from: &reader) : nil
    try reader.key("visited")
    visited = try [AppIdentifier](from: &reader)
    try reader.endObject()
  }
}

extension CacheOrder {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("isByUser")
    isByUser.write(to: &writer)
    if let launch {
      writer.key("launch")
      launch.write(to: &writer)
    }
    writer.key("step")
    step.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("isByUser")
    isByUser = try Bool(from: &reader)
    launch = try reader.hasKey("launch") ? LaunchIdentifier(from: &reader) : nil
    try reader.key("step")
    step = try CacheOrder.Step(from: &reader)
    try reader.endObject()
  }
}

extension CachePurge {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("at")
    at.write(to: &writer)
    if let errno {
      writer.key("errno")
      errno.write(to: &writer)
    }
    writer.key("freedBytes")
    freedBytes.write(to: &writer)
    writer.key("isByUser")
    isByUser.write(to: &writer)
    if let stop {
      writer.key("stop")
      stop.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("at")
    at = try Instant(from: &reader)
    errno = try reader.hasKey("errno") ? Int32(from: &reader) : nil
    try reader.key("freedBytes")
    freedBytes = try Int64(from: &reader)
    try reader.key("isByUser")
    isByUser = try Bool(from: &reader)
    stop = try reader.hasKey("stop") ? CacheStop(from: &reader) : nil
    try reader.endObject()
  }
}
