import TorporModel

/// The relief of a shortage of memory: its beginning, and the ended process that must release memory first.
struct MemoryRelief: Hashable, Sendable, Saved {
  /// Since when less than a tenth of the memory is available; `nil`: more is.
  var shortSince: Instant?
  /// Since when memory of processes that were ended is awaited; `nil`: none is.
  private var awaitedSince: Instant?
  /// The last end for memory, until its released memory was seen.
  private var end: End?

  fileprivate struct End: Hashable, Saved {
    let at: Instant
    let availableBytes: Int64
    let expectedBytes: Int64
  }

  /// A process is ended.
  mutating func ended(expecting bytes: Int64?, with availableBytes: Int64, at now: Instant) {
    end = End(at: now, availableBytes: availableBytes, expectedBytes: bytes ?? 0)
  }

  /// Returns whether the ended processes have no memory left to release, or have had their time.
  ///
  /// A process that hangs in the kernel keeps its memory; one in `willTerminate` has not been killed yet.
  mutating func hasWaited(for bytesComing: Int64, isSomebodyTold: Bool, at now: Instant) -> Bool {
    if isSomebodyTold {
      awaitedSince = nil
      end = end.map {
        End(at: now, availableBytes: $0.availableBytes, expectedBytes: $0.expectedBytes)
      }
      return false
    }
    guard bytesComing > 0 else {
      awaitedSince = nil
      return true
    }
    let since = awaitedSince ?? now
    awaitedSince = since
    return now - since >= MemoryRelief.patience
  }

  /// Whether another may be ended: the memory of the last is back, or it has not come for a while and the
  /// kernel says anew that somebody waits.
  ///
  /// Half of it is enough, because running processes have used some of it meanwhile.
  mutating func mayEnd(availableBytes: Int64, isFresh: Bool, at now: Instant) -> Bool {
    guard let end else { return true }
    let isBack =
      end.expectedBytes > 0 && availableBytes - end.availableBytes >= end.expectedBytes / 2
    guard isBack || (isFresh && now - end.at >= MemoryRelief.patience) else { return false }
    self.end = nil
    return true
  }

  /// How long the memory of an app that was ended may take to come back: 5 s; our choice.
  static let patience = Duration.seconds(5)
}

// MARK: - Saved, written by scripts/generate-saved

extension MemoryRelief {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let awaitedSince {
      writer.key("awaitedSince")
      awaitedSince.write(to: &writer)
    }
    if let end {
      writer.key("end")
      end.write(to: &writer)
    }
    if let shortSince {
      writer.key("shortSince")
      shortSince.write(to: &writer)
    }
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    awaitedSince = try reader.hasKey("awaitedSince") ? Instant(from: &reader) : nil
    end = try reader.hasKey("end") ? MemoryRelief.End(from: &reader) : nil
    shortSince = try reader.hasKey("shortSince") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}

extension MemoryRelief.End {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    writer.key("availableBytes")
    availableBytes.write(to: &writer)
    writer.key("expectedBytes")
    expectedBytes.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("availableBytes")
    availableBytes = try Int64(from: &reader)
    try reader.key("expectedBytes")
    expectedBytes = try Int64(from: &reader)
    try reader.endObject()
  }
}
