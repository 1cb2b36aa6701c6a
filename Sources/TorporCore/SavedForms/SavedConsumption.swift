// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension AppConsumption {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("booked")
    booked.write(to: &writer)
    if let departed {
      writer.key("departed")
      departed.write(to: &writer)
    }
    writer.key("hours")
    hours.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("booked")
    booked = try AppConsumption.Booked(from: &reader)
    departed = try reader.hasKey("departed") ? AppConsumption.Departed(from: &reader) : nil
    try reader.key("hours")
    hours = try [ConsumptionHour](from: &reader)
    try reader.endObject()
  }
}

extension AppConsumption.Booked {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    if let charge {
      writer.key("charge")
      charge.write(to: &writer)
    }
    writer.key("holds")
    holds.write(to: &writer)
    writer.key("isUsageOnScreen")
    isUsageOnScreen.write(to: &writer)
    if let lastRunBegan {
      writer.key("lastRunBegan")
      lastRunBegan.write(to: &writer)
    }
    if let launch {
      writer.key("launch")
      launch.write(to: &writer)
    }
    writer.key("offScreenMicroseconds")
    offScreenMicroseconds.write(to: &writer)
    writer.key("onScreenMicroseconds")
    onScreenMicroseconds.write(to: &writer)
    writer.key("place")
    place.write(to: &writer)
    if let runBegan {
      writer.key("runBegan")
      runBegan.write(to: &writer)
    }
    if let skipsReading {
      writer.key("skipsReading")
      skipsReading.write(to: &writer)
    }
    writer.key("usage")
    usage.write(to: &writer)
    writer.key("usageAt")
    usageAt.write(to: &writer)
    writer.key("wakeNanojoules")
    wakeNanojoules.write(to: &writer)
    writer.key("wakes")
    wakes.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    charge = try reader.hasKey("charge") ? AppConsumption.Charge(from: &reader) : nil
    try reader.key("holds")
    holds = try [Reason](from: &reader)
    try reader.key("isUsageOnScreen")
    isUsageOnScreen = try Bool(from: &reader)
    lastRunBegan = try reader.hasKey("lastRunBegan") ? Instant(from: &reader) : nil
    launch = try reader.hasKey("launch") ? LaunchIdentifier(from: &reader) : nil
    try reader.key("offScreenMicroseconds")
    offScreenMicroseconds = try Int64(from: &reader)
    try reader.key("onScreenMicroseconds")
    onScreenMicroseconds = try Int64(from: &reader)
    try reader.key("place")
    place = try UsePlace(from: &reader)
    runBegan = try reader.hasKey("runBegan") ? Instant(from: &reader) : nil
    skipsReading = try reader.hasKey("skipsReading") ? Bool(from: &reader) : nil
    try reader.key("usage")
    usage = try ResourceUsage(from: &reader)
    try reader.key("usageAt")
    usageAt = try Instant(from: &reader)
    try reader.key("wakeNanojoules")
    wakeNanojoules = try Int64(from: &reader)
    try reader.key("wakes")
    wakes = try WakeCounts(from: &reader)
    try reader.endObject()
  }
}

extension AppConsumption.Charge {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    writer.key("nanojoules")
    nanojoules.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("nanojoules")
    nanojoules = try Int64(from: &reader)
    try reader.endObject()
  }
}

extension AppConsumption.Departed {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
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
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("name")
    name = try String(from: &reader)
    ownerUserID = try reader.hasKey("ownerUserID") ? UInt32(from: &reader) : nil
    try reader.endObject()
  }
}

extension BatteryLevels.Level {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    if let hasSlept {
      writer.key("hasSlept")
      hasSlept.write(to: &writer)
    }
    writer.key("isOnExternalPower")
    isOnExternalPower.write(to: &writer)
    if let microwattHours {
      writer.key("microwattHours")
      microwattHours.write(to: &writer)
    }
    writer.key("percent")
    percent.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    hasSlept = try reader.hasKey("hasSlept") ? Bool(from: &reader) : nil
    try reader.key("isOnExternalPower")
    isOnExternalPower = try Bool(from: &reader)
    microwattHours = try reader.hasKey("microwattHours") ? Int64(from: &reader) : nil
    try reader.key("percent")
    percent = try Int(from: &reader)
    try reader.endObject()
  }
}

extension ResourceUsage {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let loopbackBytes {
      writer.key("loopbackBytes")
      loopbackBytes.write(to: &writer)
    }
    writer.key("processor")
    processor.write(to: &writer)
    if let readBytes {
      writer.key("readBytes")
      readBytes.write(to: &writer)
    }
    if let receivedBytes {
      writer.key("receivedBytes")
      receivedBytes.write(to: &writer)
    }
    if let sentBytes {
      writer.key("sentBytes")
      sentBytes.write(to: &writer)
    }
    if let writtenBytes {
      writer.key("writtenBytes")
      writtenBytes.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    loopbackBytes = try reader.hasKey("loopbackBytes") ? Int64(from: &reader) : nil
    try reader.key("processor")
    processor = try Duration(from: &reader)
    readBytes = try reader.hasKey("readBytes") ? Int64(from: &reader) : nil
    receivedBytes = try reader.hasKey("receivedBytes") ? Int64(from: &reader) : nil
    sentBytes = try reader.hasKey("sentBytes") ? Int64(from: &reader) : nil
    writtenBytes = try reader.hasKey("writtenBytes") ? Int64(from: &reader) : nil
    try reader.endObject()
  }
}

extension RemovedConsumption {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("consumption")
    consumption.write(to: &writer)
    if let lostUntil {
      writer.key("lostUntil")
      lostUntil.write(to: &writer)
    }
    if let ownerUserID {
      writer.key("ownerUserID")
      ownerUserID.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("consumption")
    consumption = try AppConsumption(from: &reader)
    lostUntil = try reader.hasKey("lostUntil") ? Instant(from: &reader) : nil
    ownerUserID = try reader.hasKey("ownerUserID") ? UInt32(from: &reader) : nil
    try reader.endObject()
  }
}

extension SavedConsumption {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("apps")
    apps.write(to: &writer)
    if let hours {
      writer.key("hours")
      hours.write(to: &writer)
    }
    writer.key("levels")
    levels.write(to: &writer)
    writer.key("removed")
    removed.write(to: &writer)
    writer.key("trimmedAt")
    trimmedAt.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("apps")
    apps = try [SavedConsumption.App](from: &reader)
    hours = try reader.hasKey("hours") ? HourGrid(from: &reader) : nil
    try reader.key("levels")
    levels = try BatteryLevels(from: &reader)
    try reader.key("removed")
    removed = try [RemovedConsumption](from: &reader)
    try reader.key("trimmedAt")
    trimmedAt = try Instant(from: &reader)
    try reader.endObject()
  }
}

extension SavedConsumption.App {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("consumption")
    consumption.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("consumption")
    consumption = try AppConsumption(from: &reader)
    try reader.endObject()
  }
}
