// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension JobRequest {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("command")
    command.write(to: &writer)
    writer.key("conflict")
    conflict.write(to: &writer)
    if let name {
      writer.key("name")
      name.write(to: &writer)
    }
    writer.key("needs")
    needs.write(to: &writer)
    if let onFailure {
      writer.key("onFailure")
      onFailure.write(to: &writer)
    }
    writer.key("retries")
    retries.write(to: &writer)
    writer.key("schedule")
    schedule.write(to: &writer)
    if let timeout {
      writer.key("timeout")
      timeout.write(to: &writer)
    }
    writer.key("whenLost")
    whenLost.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("command")
    command = try String(from: &reader)
    try reader.key("conflict")
    conflict = try JobRequest.Conflict(from: &reader)
    name = try reader.hasKey("name") ? String(from: &reader) : nil
    try reader.key("needs")
    needs = try JobNeeds(from: &reader)
    onFailure = try reader.hasKey("onFailure") ? String(from: &reader) : nil
    try reader.key("retries")
    retries = try RetryPolicy(from: &reader)
    try reader.key("schedule")
    schedule = try JobSchedule(from: &reader)
    timeout = try reader.hasKey("timeout") ? Duration(from: &reader) : nil
    try reader.key("whenLost")
    whenLost = try JobRequest.LossPolicy(from: &reader)
    try reader.endObject()
  }
}

extension JobNeeds {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let batteryPercentMin {
      writer.key("batteryPercentMin")
      batteryPercentMin.write(to: &writer)
    }
    writer.key("externalPower")
    externalPower.write(to: &writer)
    if let freeBytesMin {
      writer.key("freeBytesMin")
      freeBytesMin.write(to: &writer)
    }
    if let idle {
      writer.key("idle")
      idle.write(to: &writer)
    }
    writer.key("isCool")
    isCool.write(to: &writer)
    writer.key("network")
    network.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    batteryPercentMin = try reader.hasKey("batteryPercentMin") ? Int(from: &reader) : nil
    try reader.key("externalPower")
    externalPower = try Bool(from: &reader)
    freeBytesMin = try reader.hasKey("freeBytesMin") ? Int64(from: &reader) : nil
    idle = try reader.hasKey("idle") ? Duration(from: &reader) : nil
    try reader.key("isCool")
    isCool = try Bool(from: &reader)
    try reader.key("network")
    network = try JobNetwork(from: &reader)
    try reader.endObject()
  }
}

extension JobSchedule {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("after")
    after.write(to: &writer)
    writer.key("afterAny")
    afterAny.write(to: &writer)
    if let at {
      writer.key("at")
      at.write(to: &writer)
    }
    if let deadlineUnixNanoseconds {
      writer.key("deadlineUnixNanoseconds")
      deadlineUnixNanoseconds.write(to: &writer)
    }
    if let every {
      writer.key("every")
      every.write(to: &writer)
    }
    if let notBeforeUnixNanoseconds {
      writer.key("notBeforeUnixNanoseconds")
      notBeforeUnixNanoseconds.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("after")
    after = try [JobIdentifier](from: &reader)
    afterAny = try reader.hasKey("afterAny") ? [JobIdentifier](from: &reader) : []
    at = try reader.hasKey("at") ? CalendarExpression(from: &reader) : nil
    deadlineUnixNanoseconds =
      try reader.hasKey("deadlineUnixNanoseconds")
      ? Int64(from: &reader) : nil
    every = try reader.hasKey("every") ? CalendarExpression(from: &reader) : nil
    notBeforeUnixNanoseconds =
      try reader.hasKey("notBeforeUnixNanoseconds")
      ? Int64(from: &reader) : nil
    try reader.endObject()
  }
}

extension RetryPolicy {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("backoff")
    backoff.write(to: &writer)
    writer.key("countMax")
    countMax.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("backoff")
    backoff = try Duration(from: &reader)
    try reader.key("countMax")
    countMax = try Int(from: &reader)
    try reader.endObject()
  }
}

extension JobRun {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("beganAt")
    beganAt.write(to: &writer)
    if let end {
      writer.key("end")
      end.write(to: &writer)
    }
    if let endedAt {
      writer.key("endedAt")
      endedAt.write(to: &writer)
    }
    writer.key("launch")
    launch.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("beganAt")
    beganAt = try Instant(from: &reader)
    end = try reader.hasKey("end") ? JobRunEnd(from: &reader) : nil
    endedAt = try reader.hasKey("endedAt") ? Instant(from: &reader) : nil
    try reader.key("launch")
    launch = try LaunchIdentifier(from: &reader)
    try reader.endObject()
  }
}

extension JobRunEnd {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .exited(let status):
      writer.beginCase("exited")
      writer.key("status")
      status.write(to: &writer)
      writer.endCase()
    case .signalled(let signal):
      writer.beginCase("signalled")
      writer.key("signal")
      signal.write(to: &writer)
      writer.endCase()
    case .timedOut: writer.write(case: "timedOut")
    case .conditionLost(let _0):
      writer.beginCase("conditionLost")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .cancelled: writer.write(case: "cancelled")
    case .interrupted: writer.write(case: "interrupted")
    case .notStarted(let errno):
      writer.beginCase("notStarted")
      writer.key("errno")
      errno.write(to: &writer)
      writer.endCase()
    case .notInFolder(let path, let errno):
      writer.beginCase("notInFolder")
      writer.key("errno")
      errno.write(to: &writer)
      writer.key("path")
      path.write(to: &writer)
      writer.endCase()
    case .unseen: writer.write(case: "unseen")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("exited") {
      try reader.key("status")
      let status = try Int32(from: &reader)
      self = .exited(status: status)
    } else if reader.beginCase("signalled") {
      try reader.key("signal")
      let signal = try Int32(from: &reader)
      self = .signalled(signal: signal)
    } else if reader.beginCase("timedOut") {
      self = .timedOut
    } else if reader.beginCase("conditionLost") {
      try reader.key("_0")
      let _0 = try Reason(from: &reader)
      self = .conditionLost(_0)
    } else if reader.beginCase("cancelled") {
      self = .cancelled
    } else if reader.beginCase("interrupted") {
      self = .interrupted
    } else if reader.beginCase("notStarted") {
      try reader.key("errno")
      let errno = try Int32(from: &reader)
      self = .notStarted(errno: errno)
    } else if reader.beginCase("notInFolder") {
      try reader.key("errno")
      let errno = try Int32(from: &reader)
      try reader.key("path")
      let path = try String(from: &reader)
      self = .notInFolder(path: path, errno: errno)
    } else if reader.beginCase("unseen") {
      self = .unseen
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
