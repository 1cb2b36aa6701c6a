// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension BackgroundTime.Task.Kind {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .task(let name, let hasExpirationHandler):
      writer.beginCase("task")
      writer.key("hasExpirationHandler")
      hasExpirationHandler.write(to: &writer)
      if let name {
        writer.key("name")
        name.write(to: &writer)
      }
      writer.endCase()
    case .activity(let reason):
      writer.beginCase("activity")
      writer.key("reason")
      reason.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("task") {
      try reader.key("hasExpirationHandler")
      let hasExpirationHandler = try Bool(from: &reader)
      let name = try reader.hasKey("name") ? String(from: &reader) : nil
      self = .task(name: name, hasExpirationHandler: hasExpirationHandler)
    } else if reader.beginCase("activity") {
      try reader.key("reason")
      let reason = try String(from: &reader)
      self = .activity(reason: reason)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension BackgroundTime.Allowance {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .unlimited: writer.write(case: "unlimited")
    case .background(let _0):
      writer.beginCase("background")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .none: writer.write(case: "none")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("unlimited") {
      self = .unlimited
    } else if reader.beginCase("background") {
      try reader.key("_0")
      let _0 = try BackgroundTime.Background(from: &reader)
      self = .background(_0)
    } else if reader.beginCase("none") {
      self = .none
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension BackgroundTime.Background {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("left")
    left.write(to: &writer)
    if let tickingSince {
      writer.key("tickingSince")
      tickingSince.write(to: &writer)
    }
    if let wakeEnd {
      writer.key("wakeEnd")
      wakeEnd.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("left")
    left = try Duration(from: &reader)
    tickingSince = try reader.hasKey("tickingSince") ? Instant(from: &reader) : nil
    wakeEnd = try reader.hasKey("wakeEnd") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
