// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension FailureCommand {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("command")
    command.write(to: &writer)
    writer.key("job")
    job.write(to: &writer)
    writer.key("jobName")
    jobName.write(to: &writer)
    writer.key("result")
    result.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("command")
    command = try String(from: &reader)
    try reader.key("job")
    job = try JobIdentifier(from: &reader)
    try reader.key("jobName")
    jobName = try String(from: &reader)
    try reader.key("result")
    result = try String(from: &reader)
    try reader.endObject()
  }
}

extension JobRecord.Failure {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("owesCommand")
    owesCommand.write(to: &writer)
    if let prerequisite {
      writer.key("prerequisite")
      prerequisite.write(to: &writer)
    }
    if let run {
      writer.key("run")
      run.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("owesCommand")
    owesCommand = try Bool(from: &reader)
    prerequisite = try reader.hasKey("prerequisite") ? JobIdentifier(from: &reader) : nil
    run = try reader.hasKey("run") ? JobRun(from: &reader) : nil
    try reader.endObject()
  }
}

extension JobClass {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("needs")
    needs.write(to: &writer)
    writer.key("ownerUserID")
    ownerUserID.write(to: &writer)
    writer.key("takesSlot")
    takesSlot.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("needs")
    needs = try JobNeeds(from: &reader)
    try reader.key("ownerUserID")
    ownerUserID = try UInt32(from: &reader)
    try reader.key("takesSlot")
    takesSlot = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension JobHold {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let failure {
      writer.key("failure")
      failure.write(to: &writer)
    }
    writer.key("isPaused")
    isPaused.write(to: &writer)
    writer.key("job")
    job.write(to: &writer)
    writer.key("run")
    run.write(to: &writer)
    writer.key("since")
    since.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    failure = try reader.hasKey("failure") ? FailureCommand(from: &reader) : nil
    try reader.key("isPaused")
    isPaused = try Bool(from: &reader)
    try reader.key("job")
    job = try JobIdentifier(from: &reader)
    try reader.key("run")
    run = try Int(from: &reader)
    try reader.key("since")
    since = try Instant(from: &reader)
    try reader.endObject()
  }
}

extension JobRecord {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("blocked")
    blocked.write(to: &writer)
    if let failure {
      writer.key("failure")
      failure.write(to: &writer)
    }
    writer.key("failureCount")
    failureCount.write(to: &writer)
    writer.key("hasSucceeded")
    hasSucceeded.write(to: &writer)
    writer.key("isWantedNow")
    isWantedNow.write(to: &writer)
    writer.key("job")
    job.write(to: &writer)
    writer.key("name")
    name.write(to: &writer)
    writer.key("ownerUserID")
    ownerUserID.write(to: &writer)
    writer.key("request")
    request.write(to: &writer)
    if let retryAt {
      writer.key("retryAt")
      retryAt.write(to: &writer)
    }
    if let run {
      writer.key("run")
      run.write(to: &writer)
    }
    writer.key("runCount")
    runCount.write(to: &writer)
    writer.key("runs")
    runs.write(to: &writer)
    writer.key("sinceUnixNanoseconds")
    sinceUnixNanoseconds.write(to: &writer)
    writer.key("state")
    state.write(to: &writer)
    writer.key("submittedAt")
    submittedAt.write(to: &writer)
    writer.key("unmet")
    unmet.write(to: &writer)
    if let wait {
      writer.key("wait")
      wait.write(to: &writer)
    }
    if let zone {
      writer.key("zone")
      zone.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("blocked")
    blocked = try [BlockedTime](from: &reader)
    failure = try reader.hasKey("failure") ? JobRecord.Failure(from: &reader) : nil
    try reader.key("failureCount")
    failureCount = try Int(from: &reader)
    try reader.key("hasSucceeded")
    hasSucceeded = try Bool(from: &reader)
    try reader.key("isWantedNow")
    isWantedNow = try Bool(from: &reader)
    try reader.key("job")
    job = try JobIdentifier(from: &reader)
    try reader.key("name")
    name = try String(from: &reader)
    try reader.key("ownerUserID")
    ownerUserID = try UInt32(from: &reader)
    try reader.key("request")
    request = try JobRequest(from: &reader)
    retryAt = try reader.hasKey("retryAt") ? Instant(from: &reader) : nil
    run = try reader.hasKey("run") ? JobRecord.Run(from: &reader) : nil
    try reader.key("runCount")
    runCount = try Int(from: &reader)
    try reader.key("runs")
    runs = try [JobRun](from: &reader)
    try reader.key("sinceUnixNanoseconds")
    sinceUnixNanoseconds = try Int64(from: &reader)
    try reader.key("state")
    state = try JobState(from: &reader)
    try reader.key("submittedAt")
    submittedAt = try Instant(from: &reader)
    try reader.key("unmet")
    unmet = try [JobIdentifier](from: &reader)
    wait = try reader.hasKey("wait") ? JobRecord.Wait(from: &reader) : nil
    zone = try reader.hasKey("zone") ? ZoneRules(from: &reader) : nil
    try reader.endObject()
  }
}

extension JobRecord.Run {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("beganAt")
    beganAt.write(to: &writer)
    writer.key("isForced")
    isForced.write(to: &writer)
    writer.key("launch")
    launch.write(to: &writer)
    if let stop {
      writer.key("stop")
      stop.write(to: &writer)
    }
    writer.key("takesSlot")
    takesSlot.write(to: &writer)
    if let timeLeft {
      writer.key("timeLeft")
      timeLeft.write(to: &writer)
    }
    if let timeoutAt {
      writer.key("timeoutAt")
      timeoutAt.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("beganAt")
    beganAt = try Instant(from: &reader)
    try reader.key("isForced")
    isForced = try Bool(from: &reader)
    try reader.key("launch")
    launch = try LaunchIdentifier(from: &reader)
    stop = try reader.hasKey("stop") ? JobRunEnd(from: &reader) : nil
    try reader.key("takesSlot")
    takesSlot = try Bool(from: &reader)
    timeLeft = try reader.hasKey("timeLeft") ? Duration(from: &reader) : nil
    timeoutAt = try reader.hasKey("timeoutAt") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}

extension JobRecord.Wait {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("classTotals")
    classTotals.write(to: &writer)
    writer.key("since")
    since.write(to: &writer)
    writer.key("told")
    told.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("classTotals")
    classTotals = try [BlockedTime](from: &reader)
    try reader.key("since")
    since = try Instant(from: &reader)
    try reader.key("told")
    told = try [Reason](from: &reader)
    try reader.endObject()
  }
}
