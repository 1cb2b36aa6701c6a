// Written by scripts/generate-saved; edit the declarations and run it again.

import TorporModel

extension LocationClient {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("accuracy")
    accuracy.write(to: &writer)
    if let activity {
      writer.key("activity")
      activity.write(to: &writer)
    }
    if let alwaysUse {
      writer.key("alwaysUse")
      alwaysUse.write(to: &writer)
    }
    writer.key("app")
    app.write(to: &writer)
    writer.key("authorization")
    authorization.write(to: &writer)
    writer.key("beacons")
    beacons.write(to: &writer)
    writer.key("coarse")
    coarse.write(to: &writer)
    writer.key("conditions")
    conditions.write(to: &writer)
    writer.key("hasFullAccuracyInUse")
    hasFullAccuracyInUse.write(to: &writer)
    if let live {
      writer.key("live")
      live.write(to: &writer)
    }
    writer.key("openMonitors")
    openMonitors.write(to: &writer)
    writer.key("owed")
    pendingCallbacks.write(to: &writer)
    writer.key("questions")
    questions.write(to: &writer)
    writer.key("queued")
    queued.write(to: &writer)
    writer.key("ranged")
    ranged.write(to: &writer)
    writer.key("regions")
    regions.write(to: &writer)
    if let service {
      writer.key("service")
      service.write(to: &writer)
    }
    if let session {
      writer.key("session")
      session.write(to: &writer)
    }
    if let significant {
      writer.key("significant")
      significant.write(to: &writer)
    }
    if let single {
      writer.key("single")
      single.write(to: &writer)
    }
    if let visits {
      writer.key("visits")
      visits.write(to: &writer)
    }
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("accuracy")
    accuracy = try LocationAccuracy(from: &reader)
    activity = try reader.hasKey("activity") ? HeldLocationSession(from: &reader) : nil
    alwaysUse = try reader.hasKey("alwaysUse") ? AlwaysAuthorizationReview(from: &reader) : nil
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("authorization")
    authorization = try LocationAuthorization(from: &reader)
    try reader.key("beacons")
    beacons = try [BeaconWatch](from: &reader)
    try reader.key("coarse")
    coarse = try ReducedAccuracyLocation(from: &reader)
    try reader.key("conditions")
    conditions = try [ConditionWatch](from: &reader)
    try reader.key("hasFullAccuracyInUse")
    hasFullAccuracyInUse = try Bool(from: &reader)
    live = try reader.hasKey("live") ? LiveSession(from: &reader) : nil
    try reader.key("openMonitors")
    openMonitors = try [String](from: &reader)
    try reader.key("owed")
    pendingCallbacks = try [LocationCallback](from: &reader)
    try reader.key("questions")
    questions = try [LocationPrompt](from: &reader)
    try reader.key("queued")
    queued = try [Location](from: &reader)
    try reader.key("ranged")
    ranged = try [BeaconRange](from: &reader)
    try reader.key("regions")
    regions = try [RegionWatch](from: &reader)
    service = try reader.hasKey("service") ? HeldLocationSession(from: &reader) : nil
    session = try reader.hasKey("session") ? UpdateSession(from: &reader) : nil
    significant = try reader.hasKey("significant") ? SignificantChanges(from: &reader) : nil
    single = try reader.hasKey("single") ? SingleFix(from: &reader) : nil
    visits = try reader.hasKey("visits") ? VisitWatch(from: &reader) : nil
    try reader.endObject()
  }
}

extension DeviceLocation {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let place {
      writer.key("place")
      place.write(to: &writer)
    }
    writer.key("stillness")
    stillness.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    place = try reader.hasKey("place") ? Location(from: &reader) : nil
    try reader.key("stillness")
    stillness = try StationaryDetector(from: &reader)
    try reader.endObject()
  }
}

extension RegionWatch.Owner {
  func write(to writer: inout SavedWriter) {
    switch self {
    case .app: writer.write(case: "app")
    case .notification: writer.write(case: "notification")
    case .condition(let monitor):
      writer.beginCase("condition")
      writer.key("monitor")
      monitor.write(to: &writer)
      writer.endCase()
    }
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("app") {
      self = .app
    } else if reader.beginCase("notification") {
      self = .notification
    } else if reader.beginCase("condition") {
      try reader.key("monitor")
      let monitor = try String(from: &reader)
      self = .condition(monitor: monitor)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
