// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension BatteryLevels.Level {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
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

extension ConsumptionHour {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("apart")
    apart.write(to: &writer)
    writer.key("begin")
    begin.write(to: &writer)
    writer.key("onScreen")
    onScreen.write(to: &writer)
    writer.key("runs")
    runs.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("apart")
    apart = try Consumption(from: &reader)
    try reader.key("begin")
    begin = try Instant(from: &reader)
    try reader.key("onScreen")
    onScreen = try Consumption(from: &reader)
    try reader.key("runs")
    runs = try [BackgroundRun](from: &reader)
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
    removed = try AppConsumption(from: &reader)
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
