package import TorporModel

// How the device is saved: each part under the name that journals know it by.

extension Device: Saved {
  /// Writes everything except the deadlines, which are derived from the rest.
  package func write(to writer: inout SavedWriter) {
    var apps = apps
    let links = services.saveLinks(into: &apps)
    services.newsstand.save(into: &apps)
    services.push.save(into: &apps)
    writer.beginObject()
    if let alarmWake {
      writer.key("alarmWake")
      alarmWake.write(to: &writer)
    }
    writer.key("apps")
    apps.write(to: &writer)
    if let channel = services.pushToTalk.channel {
      writer.key("channel")
      channel.write(to: &writer)
    }
    writer.key("clock")
    clock.write(to: &writer)
    writer.key("conditions")
    conditions.write(to: &writer)
    writer.key("consumption")
    services.consumption.saved.write(to: &writer)
    writer.key("counters")
    counters.write(to: &writer)
    if !ended.isEmpty {
      writer.key("ended")
      ended.write(to: &writer)
    }
    writer.key("energy")
    energy.write(to: &writer)
    writer.key("jobs")
    jobs.write(to: &writer)
    writer.key("links")
    links.write(to: &writer)
    writer.key("notices")
    services.notifications.table.write(to: &writer)
    writer.key("now")
    now.write(to: &writer)
    writer.key("paging")
    services.paging.table.write(to: &writer)
    writer.key("places")
    services.location.table.write(to: &writer)
    writer.key("planner")
    services.scheduler.planner.write(to: &writer)
    writer.key("processingWindow")
    services.scheduler.processingWindow.write(to: &writer)
    writer.key("profile")
    profile.write(to: &writer)
    writer.key("pushes")
    services.push.table.write(to: &writer)
    writer.key("screen")
    screen.write(to: &writer)
    writer.key("sounds")
    services.audio.sessions.write(to: &writer)
    if !services.storage.table.isEmpty {
      writer.key("storage")
      services.storage.table.write(to: &writer)
    }
    writer.key("transfers")
    transfers.write(to: &writer)
    writer.key("usage")
    usage.write(to: &writer)
    writer.endObject()
  }

  /// Reads the device; its deadlines are derived from the rest.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    alarmWake = try reader.hasKey("alarmWake") ? AlarmWake(from: &reader) : nil
    try reader.key("apps")
    var apps = try AppTable(from: &reader)
    let channel = try reader.hasKey("channel") ? PushToTalkChannel(from: &reader) : nil
    try reader.key("clock")
    let clock = try WallClock(from: &reader)
    try reader.key("conditions")
    let conditions = try DeviceConditions(from: &reader)
    let consumption =
      try reader.hasKey("consumption") ? SavedConsumption(from: &reader) : nil
    try reader.key("counters")
    let counters = try Counters(from: &reader)
    ended = try reader.hasKey("ended") ? EndedApps(from: &reader) : EndedApps()
    try reader.key("energy")
    let energy = try EnergyBudget(from: &reader)
    try reader.key("jobs")
    services.jobs = JobService(try JobTable(from: &reader), by: clock)
    try reader.key("links")
    let links = try SavedLinkTable(from: &reader)
    try reader.key("notices")
    services.notifications = NotificationService(try NotificationTable(from: &reader))
    try reader.key("now")
    let now = try Instant(from: &reader)
    try reader.key("paging")
    services.paging = PagingService(try PagingTable(from: &reader))
    try reader.key("places")
    services.location = LocationService(try LocationTable(from: &reader))
    try reader.key("planner")
    let planner = try WakePlanner(from: &reader)
    try reader.key("processingWindow")
    let processingWindow = try ProcessingWindow(from: &reader)
    try reader.key("profile")
    let profile = try Profile(from: &reader)
    try reader.key("pushes")
    let pushes = try PushTable(from: &reader)
    try reader.key("screen")
    let screen = try Screen(from: &reader)
    try reader.key("sounds")
    services.audio = AudioService(try AudioTable(from: &reader))
    if try reader.hasKey("storage") {
      services.storage = StorageService(try StorageTable(from: &reader))
    }
    try reader.key("transfers")
    services.transfers = TransferService(try TransferTable(from: &reader))
    try reader.key("usage")
    let usage = try UsageModel(from: &reader)
    try reader.endObject()
    services.scheduler = SchedulerService(planner, processingWindow, lookingAt: apps)
    services.pushToTalk = PushToTalkService(channel: channel)
    services.take(links, from: &apps)
    services.newsstand = NewsstandService(takingFrom: &apps)
    services.push = PushService(pushes, takingFrom: &apps)
    for slot in apps.slotRange {
      apps.update(slot: slot) { $0.orderedPriority = $0.wantedPriority(at: now) ?? .foreground }
    }
    state = DeviceState(
      profile: profile,
      screen: screen,
      apps: apps,
      conditions: conditions,
      energy: energy,
      clock: clock,
      usage: usage,
      counters: counters,
      isBluetoothOn: links.isBluetoothOn,
      now: now
    )
    services.consumption =
      consumption.map(ConsumptionService.init)
      ?? ConsumptionService(beginningWith: state.apps, at: now)
    state.dayUse = services.consumption.dayUse(on: state)
    self = withDeadlinesAnew
    findNextDue()
  }
}
