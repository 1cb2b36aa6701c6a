// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension Suspension {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let graceEnd {
      writer.key("graceEnd")
      graceEnd.write(to: &writer)
    }
    if let hold {
      writer.key("hold")
      hold.write(to: &writer)
    }
    if let lockWatch {
      writer.key("lockWatch")
      lockWatch.write(to: &writer)
    }
    if let undone {
      writer.key("undone")
      undone.write(to: &writer)
    }
    if let watchesSockets {
      writer.key("watchesSockets")
      watchesSockets.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    graceEnd = try reader.hasKey("graceEnd") ? Instant(from: &reader) : nil
    hold = try reader.hasKey("hold") ? Suspension.Hold(from: &reader) : nil
    lockWatch = try reader.hasKey("lockWatch") ? Suspension.LockWatch(from: &reader) : nil
    undone = try reader.hasKey("undone") ? Suspension.UndoneFreezes(from: &reader) : nil
    watchesSockets = try reader.hasKey("watchesSockets") ? Bool(from: &reader) : nil
    try reader.endObject()
  }
}

extension Suspension.UndoneFreezes {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("count")
    count.write(to: &writer)
    writer.key("lastAt")
    lastAt.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("count")
    count = try Int(from: &reader)
    try reader.key("lastAt")
    lastAt = try Instant(from: &reader)
    try reader.endObject()
  }
}

extension Suspension.Hold {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("conditions")
    conditions.write(to: &writer)
    if let recheckAt {
      writer.key("recheckAt")
      recheckAt.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("conditions")
    conditions = try [Condition](from: &reader)
    recheckAt = try reader.hasKey("recheckAt") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
