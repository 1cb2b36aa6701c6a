// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension TransferTable.FinishedRow {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("transfers")
    transfers.write(to: &writer)
    writer.key("user")
    user.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("transfers")
    transfers = try [TransferIdentifier](from: &reader)
    try reader.key("user")
    user = try UInt32(from: &reader)
    try reader.endObject()
  }
}

extension HostBackoffs.Key {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("hostKey")
    hostKey.write(to: &writer)
    if let owner {
      writer.key("owner")
      owner.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("hostKey")
    hostKey = try UInt64(from: &reader)
    owner = try reader.hasKey("owner") ? TransferOwner(from: &reader) : nil
    try reader.endObject()
  }
}

extension HostBackoffs.Backoff {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("deaths")
    deaths.write(to: &writer)
    if let probe {
      writer.key("probe")
      probe.write(to: &writer)
    }
    writer.key("until")
    until.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("deaths")
    deaths = try UInt8(from: &reader)
    probe = try reader.hasKey("probe") ? TransferIdentifier(from: &reader) : nil
    try reader.key("until")
    until = try Instant(from: &reader)
    try reader.endObject()
  }
}

extension TransferLane.Key {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("hostKey")
    hostKey.write(to: &writer)
    if let isAutomatic {
      writer.key("isAutomatic")
      isAutomatic.write(to: &writer)
    }
    writer.key("isDiscretionary")
    isDiscretionary.write(to: &writer)
    writer.key("isIssue")
    isIssue.write(to: &writer)
    writer.key("network")
    network.write(to: &writer)
    writer.key("session")
    session.write(to: &writer)
    writer.key("staysOnMachine")
    staysOnMachine.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("hostKey")
    hostKey = try UInt64(from: &reader)
    isAutomatic = try reader.hasKey("isAutomatic") ? Bool(from: &reader) : nil
    try reader.key("isDiscretionary")
    isDiscretionary = try Bool(from: &reader)
    try reader.key("isIssue")
    isIssue = try Bool(from: &reader)
    try reader.key("network")
    network = try TransferNetwork(from: &reader)
    try reader.key("session")
    session = try UInt32(from: &reader)
    try reader.key("staysOnMachine")
    staysOnMachine = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension TransferRecord.BookedBytes {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("bytes")
    bytes.write(to: &writer)
    writer.key("link")
    link.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("bytes")
    bytes = try Int64(from: &reader)
    try reader.key("link")
    link = try NetworkLink(from: &reader)
    try reader.endObject()
  }
}

extension TransferRecord.Phase {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .ready: writer.write(case: "ready")
    case .gated(let until, let _1):
      writer.beginCase("gated")
      writer.key("_1")
      _1.write(to: &writer)
      writer.key("until")
      until.write(to: &writer)
      writer.endCase()
    case .running: writer.write(case: "running")
    case .asking(let _0):
      writer.beginCase("asking")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .suspended: writer.write(case: "suspended")
    case .over(let _0):
      writer.beginCase("over")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("ready") {
      self = .ready
    } else if reader.beginCase("gated") {
      try reader.key("_1")
      let _1 = try TransferRecord.Gate(from: &reader)
      try reader.key("until")
      let until = try Instant(from: &reader)
      self = .gated(until: until, _1)
    } else if reader.beginCase("running") {
      self = .running
    } else if reader.beginCase("asking") {
      try reader.key("_0")
      let _0 = try TransferRecord.Question(from: &reader)
      self = .asking(_0)
    } else if reader.beginCase("suspended") {
      self = .suspended
    } else if reader.beginCase("over") {
      try reader.key("_0")
      let _0 = try TransferOutcome(from: &reader)
      self = .over(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension TransferRecord.HeldGate {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("gate")
    gate.write(to: &writer)
    writer.key("until")
    until.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("gate")
    gate = try TransferRecord.Gate(from: &reader)
    try reader.key("until")
    until = try Instant(from: &reader)
    try reader.endObject()
  }
}

extension TransferSession {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("batches")
    batches.write(to: &writer)
    writer.key("configuration")
    configuration.write(to: &writer)
    if let connection {
      writer.key("connection")
      connection.write(to: &writer)
    }
    writer.key("count")
    count.write(to: &writer)
    writer.key("failedWakes")
    failedWakes.write(to: &writer)
    writer.key("hasFinishedEvents")
    hasFinishedEvents.write(to: &writer)
    writer.key("isInvalid")
    isInvalid.write(to: &writer)
    writer.key("number")
    number.write(to: &writer)
    writer.key("owner")
    owner.write(to: &writer)
    writer.key("questionCount")
    questionCount.write(to: &writer)
    writer.key("runningCount")
    runningCount.write(to: &writer)
    writer.key("tellingCount")
    tellingCount.write(to: &writer)
    writer.key("unfinishedCount")
    unfinishedCount.write(to: &writer)
    writer.key("untold")
    untold.write(to: &writer)
    if let wakeNotBefore {
      writer.key("wakeNotBefore")
      wakeNotBefore.write(to: &writer)
    }
    writer.key("wakeObstacles")
    wakeObstacles.write(to: &writer)
    writer.key("wantsEvent")
    wantsEvent.write(to: &writer)
    if let wokenLaunch {
      writer.key("wokenLaunch")
      wokenLaunch.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("batches")
    batches = try [TransferSession.Batch](from: &reader)
    try reader.key("configuration")
    configuration = try SessionConfiguration(from: &reader)
    connection = try reader.hasKey("connection") ? LaunchIdentifier(from: &reader) : nil
    try reader.key("count")
    count = try Int(from: &reader)
    try reader.key("failedWakes")
    failedWakes = try Int(from: &reader)
    try reader.key("hasFinishedEvents")
    hasFinishedEvents = try Bool(from: &reader)
    try reader.key("isInvalid")
    isInvalid = try Bool(from: &reader)
    try reader.key("number")
    number = try UInt32(from: &reader)
    try reader.key("owner")
    owner = try TransferOwner(from: &reader)
    try reader.key("questionCount")
    questionCount = try Int(from: &reader)
    try reader.key("runningCount")
    runningCount = try Int(from: &reader)
    try reader.key("tellingCount")
    tellingCount = try Int(from: &reader)
    try reader.key("unfinishedCount")
    unfinishedCount = try Int(from: &reader)
    try reader.key("untold")
    untold = try [TransferSession.News](from: &reader)
    wakeNotBefore = try reader.hasKey("wakeNotBefore") ? Instant(from: &reader) : nil
    try reader.key("wakeObstacles")
    wakeObstacles = try [Reason](from: &reader)
    try reader.key("wantsEvent")
    wantsEvent = try Bool(from: &reader)
    wokenLaunch = try reader.hasKey("wokenLaunch") ? LaunchIdentifier(from: &reader) : nil
    try reader.endObject()
  }
}

extension TransferSession.News {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .over(let _0):
      writer.beginCase("over")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .question(let _0, let _1):
      writer.beginCase("question")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("_1")
      _1.write(to: &writer)
      writer.endCase()
    case .invalid: writer.write(case: "invalid")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("over") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      self = .over(_0)
    } else if reader.beginCase("question") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      try reader.key("_1")
      let _1 = try TransferRecord.Question(from: &reader)
      self = .question(_0, _1)
    } else if reader.beginCase("invalid") {
      self = .invalid
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension TransferSession.Batch {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("count")
    count.write(to: &writer)
    writer.key("first")
    first.write(to: &writer)
    writer.key("key")
    key.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("count")
    count = try Int(from: &reader)
    try reader.key("first")
    first = try TransferIdentifier(from: &reader)
    try reader.key("key")
    key = try String(from: &reader)
    try reader.endObject()
  }
}
