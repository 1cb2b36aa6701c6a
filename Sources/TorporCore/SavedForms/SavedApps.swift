// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension PendingEvent {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("callback")
    callback.write(to: &writer)
    writer.key("reason")
    reason.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("callback")
    callback = try Callback(from: &reader)
    try reader.key("reason")
    reason = try WakeReason(from: &reader)
    try reader.endObject()
  }
}

extension AppRecord {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("assertions")
    assertions.write(to: &writer)
    writer.key("callbacks")
    callbacks.write(to: &writer)
    writer.key("causeOfEnd")
    causeOfEnd.write(to: &writer)
    writer.key("facts")
    facts.write(to: &writer)
    if let job {
      writer.key("job")
      job.write(to: &writer)
    }
    writer.key("links")
    savedLinks.write(to: &writer)
    writer.key("manifest")
    manifest.write(to: &writer)
    writer.key("paging")
    paging.write(to: &writer)
    writer.key("process")
    process.write(to: &writer)
    writer.key("processor")
    processor.write(to: &writer)
    writer.key("pushes")
    savedPushes.write(to: &writer)
    writer.key("settings")
    settings.write(to: &writer)
    writer.key("standing")
    persistentState.write(to: &writer)
    writer.key("suspension")
    suspension.write(to: &writer)
    writer.key("time")
    time.write(to: &writer)
    writer.key("usage")
    usage.write(to: &writer)
    writer.key("wakes")
    wakes.write(to: &writer)
    writer.key("work")
    work.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("assertions")
    assertions = try Assertions(from: &reader)
    try reader.key("callbacks")
    callbacks = try CallbackQueue(from: &reader)
    try reader.key("causeOfEnd")
    causeOfEnd = try [Condition](from: &reader)
    try reader.key("facts")
    facts = try AppRecord.Facts(from: &reader)
    job = try reader.hasKey("job") ? JobHold(from: &reader) : nil
    try reader.key("links")
    savedLinks = try SavedApart<SavedLinks>(from: &reader)
    try reader.key("manifest")
    manifest = try AppManifest(from: &reader)
    try reader.key("paging")
    paging = try AppPaging(from: &reader)
    try reader.key("process")
    process = try ProcessLifecycle(from: &reader)
    try reader.key("processor")
    processor = try ProcessorMonitor(from: &reader)
    try reader.key("pushes")
    savedPushes = try SavedApart<AppPushes>(from: &reader)
    try reader.key("settings")
    settings = try AppSettings(from: &reader)
    try reader.key("standing")
    persistentState = try AppRecord.PersistentState(from: &reader)
    try reader.key("suspension")
    suspension = try Suspension(from: &reader)
    try reader.key("time")
    time = try BackgroundTime(from: &reader)
    try reader.key("usage")
    usage = try UsageAccount(from: &reader)
    try reader.key("wakes")
    wakes = try [Wake](from: &reader)
    try reader.key("work")
    work = try AppWork(from: &reader)
    try reader.endObject()
  }
}

extension AppRecord.PersistentState {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let consent {
      writer.key("consent")
      consent.write(to: &writer)
    }
    if let exemption {
      writer.key("exemption")
      exemption.write(to: &writer)
    }
    writer.key("isForceQuit")
    isForceQuit.write(to: &writer)
    writer.key("isUninstalled")
    isUninstalled.write(to: &writer)
    if let lastExit {
      writer.key("lastExit")
      lastExit.write(to: &writer)
    }
    if let offloadedSince {
      writer.key("offloadedSince")
      offloadedSince.write(to: &writer)
    }
    if let own {
      writer.key("own")
      own.write(to: &writer)
    }
    writer.key("pendingEvents")
    pendingEvents.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    consent = try reader.hasKey("consent") ? AppConsent(from: &reader) : nil
    exemption = try reader.hasKey("exemption") ? AppRecord.Exemption(from: &reader) : nil
    try reader.key("isForceQuit")
    isForceQuit = try Bool(from: &reader)
    try reader.key("isUninstalled")
    isUninstalled = try Bool(from: &reader)
    lastExit = try reader.hasKey("lastExit") ? ExitRecord(from: &reader) : nil
    offloadedSince = try reader.hasKey("offloadedSince") ? Instant(from: &reader) : nil
    own = try reader.hasKey("own") ? OwnSettings(from: &reader) : nil
    try reader.key("pendingEvents")
    pendingEvents = try [PendingEvent](from: &reader)
    try reader.endObject()
  }
}

extension AppRecord.Exemption {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("since")
    since.write(to: &writer)
    if let until {
      writer.key("until")
      until.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("since")
    since = try Instant(from: &reader)
    until = try reader.hasKey("until") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}

extension AppRecord.Facts {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let commandEnd {
      writer.key("commandEnd")
      commandEnd.write(to: &writer)
    }
    if let footprintBytes {
      writer.key("footprintBytes")
      footprintBytes.write(to: &writer)
    }
    writer.key("hazards")
    hazards.write(to: &writer)
    writer.key("isPlayingAudio")
    isPlayingAudio.write(to: &writer)
    if let memoryWarning {
      writer.key("memoryWarning")
      memoryWarning.write(to: &writer)
    }
    if let savingTime {
      writer.key("savingTime")
      savingTime.write(to: &writer)
    }
    if let showsWindows {
      writer.key("showsWindows")
      showsWindows.write(to: &writer)
    }
    writer.key("speaks")
    speaks.write(to: &writer)
    writer.key("standstill")
    standstill.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    commandEnd = try reader.hasKey("commandEnd") ? ExitRecord(from: &reader) : nil
    footprintBytes = try reader.hasKey("footprintBytes") ? Int64(from: &reader) : nil
    try reader.key("hazards")
    hazards = try ReportedHazards(from: &reader)
    try reader.key("isPlayingAudio")
    isPlayingAudio = try Bool(from: &reader)
    memoryWarning =
      try reader.hasKey("memoryWarning")
      ? AppRecord.MemoryWarning(from: &reader) : nil
    savingTime = try reader.hasKey("savingTime") ? SavingTime(from: &reader) : nil
    showsWindows = try reader.hasKey("showsWindows") ? Bool(from: &reader) : nil
    try reader.key("speaks")
    speaks = try Bool(from: &reader)
    try reader.key("standstill")
    standstill = try SuspendedTime(from: &reader)
    try reader.endObject()
  }
}

extension AppRecord.MemoryWarning {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    writer.key("level")
    level.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("level")
    level = try MemoryPressureLevel(from: &reader)
    try reader.endObject()
  }
}

extension EndedApps.Entry {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("backgroundTime")
    backgroundTime.write(to: &writer)
    writer.key("exit")
    exit.write(to: &writer)
    writer.key("foregroundTime")
    foregroundTime.write(to: &writer)
    writer.key("name")
    name.write(to: &writer)
    if let ownerUserID {
      writer.key("ownerUserID")
      ownerUserID.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("backgroundTime")
    backgroundTime = try Duration(from: &reader)
    try reader.key("exit")
    exit = try ExitRecord(from: &reader)
    try reader.key("foregroundTime")
    foregroundTime = try Duration(from: &reader)
    try reader.key("name")
    name = try String(from: &reader)
    ownerUserID = try reader.hasKey("ownerUserID") ? UInt32(from: &reader) : nil
    try reader.endObject()
  }
}
