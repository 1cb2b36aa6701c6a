// Written by scripts/generate-saved; edit the declarations and run it again.

extension AllowanceUse {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("allowed")
    allowed.write(to: &writer)
    writer.key("used")
    used.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("allowed")
    allowed = try Int64(from: &reader)
    try reader.key("used")
    used = try Int64(from: &reader)
    try reader.endObject()
  }
}

extension Condition {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let figures {
      writer.key("figures")
      figures.write(to: &writer)
    }
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
    figures = try reader.hasKey("figures") ? Condition.Figures(from: &reader) : nil
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

extension Condition.Figures {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .memory(let _0):
      writer.beginCase("memory")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .allowance(let _0):
      writer.beginCase("allowance")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("memory") {
      try reader.key("_0")
      let _0 = try FreeMemory(from: &reader)
      self = .memory(_0)
    } else if reader.beginCase("allowance") {
      try reader.key("_0")
      let _0 = try AllowanceUse(from: &reader)
      self = .allowance(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension FreeMemory {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("availableBytes")
    availableBytes.write(to: &writer)
    if let swapFreeBytes {
      writer.key("swapFreeBytes")
      swapFreeBytes.write(to: &writer)
    }
    if let swapTotalBytes {
      writer.key("swapTotalBytes")
      swapTotalBytes.write(to: &writer)
    }
    writer.key("totalBytes")
    totalBytes.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("availableBytes")
    availableBytes = try Int64(from: &reader)
    swapFreeBytes = try reader.hasKey("swapFreeBytes") ? Int64(from: &reader) : nil
    swapTotalBytes = try reader.hasKey("swapTotalBytes") ? Int64(from: &reader) : nil
    try reader.key("totalBytes")
    totalBytes = try Int64(from: &reader)
    try reader.endObject()
  }
}
