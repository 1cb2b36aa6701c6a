import TorporModel

// How the device is saved: each part under the name that journals know it by.

extension Device: Codable {
  private enum CodingKeys: String, CodingKey {
    case profile, screen, apps, conditions, energy, clock, planner, usage, processingWindow,
      jobs, transfers, places, notices, sounds, links, pushes, channel, paging, counters, now,
      ended, alarmWake
  }

  /// Reads the device; its deadlines follow from the rest.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let profile = try container.decode(Profile.self, forKey: .profile)
    let screen = try container.decode(Screen.self, forKey: .screen)
    var apps = try container.decode(AppTable.self, forKey: .apps)
    let conditions = try container.decode(DeviceConditions.self, forKey: .conditions)
    let energy = try container.decode(EnergyBudget.self, forKey: .energy)
    let clock = try container.decode(WallClock.self, forKey: .clock)
    let usage = try container.decode(UsageModel.self, forKey: .usage)
    services.scheduler = SchedulerService(
      try container.decode(WakePlanner.self, forKey: .planner),
      try container.decode(ProcessingWindow.self, forKey: .processingWindow),
      lookingAt: apps
    )
    services.jobs = JobService(try container.decode(JobTable.self, forKey: .jobs), by: clock)
    services.transfers = TransferService(
      try container.decode(TransferTable.self, forKey: .transfers)
    )
    services.location = LocationService(
      try container.decode(LocationTable.self, forKey: .places)
    )
    services.notifications = NotificationService(
      try container.decode(NotificationTable.self, forKey: .notices)
    )
    services.audio = AudioService(try container.decode(AudioTable.self, forKey: .sounds))
    let links = try container.decode(LinkTable.self, forKey: .links)
    let pushes = try container.decode(PushTable.self, forKey: .pushes)
    services.pushToTalk = PushToTalkService(
      channel: try container.decodeIfPresent(PushToTalkChannel.self, forKey: .channel)
    )
    services.links = LinkService(links, takingFrom: &apps)
    services.push = PushService(pushes, takingFrom: &apps)
    services.paging = PagingService(try container.decode(PagingTable.self, forKey: .paging))
    alarmWake = try container.decodeIfPresent(AlarmWake.self, forKey: .alarmWake)
    state = DeviceState(
      profile: profile,
      screen: screen,
      apps: apps,
      conditions: conditions,
      energy: energy,
      clock: clock,
      usage: usage,
      counters: try container.decode(Counters.self, forKey: .counters),
      isBluetoothOn: links.isBluetoothOn,
      now: try container.decode(Instant.self, forKey: .now)
    )
    ended = try container.decodeIfPresent(EndedApps.self, forKey: .ended) ?? EndedApps()
    screenChanged()
    setDeadline(alarmWake?.nextReview, for: .alarmWake)
    for slot in apps.slotRange {
      setDeadline(apps.deadline(ofSlot: slot), for: .app(slot: slot))
    }
  }

  /// Writes everything but the deadlines, which follow from the rest.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(profile, forKey: .profile)
    try container.encode(screen, forKey: .screen)
    var apps = apps
    services.links.save(into: &apps)
    services.push.save(into: &apps)
    try container.encode(apps, forKey: .apps)
    try container.encode(conditions, forKey: .conditions)
    try container.encode(energy, forKey: .energy)
    try container.encode(clock, forKey: .clock)
    try container.encode(services.scheduler.planner, forKey: .planner)
    try container.encode(usage, forKey: .usage)
    try container.encode(services.scheduler.processingWindow, forKey: .processingWindow)
    try container.encode(jobs, forKey: .jobs)
    try container.encode(transfers, forKey: .transfers)
    try container.encode(services.location.table, forKey: .places)
    try container.encode(services.notifications.table, forKey: .notices)
    try container.encode(services.audio.sessions, forKey: .sounds)
    try container.encode(services.links.table, forKey: .links)
    try container.encode(services.push.table, forKey: .pushes)
    try container.encodeIfPresent(services.pushToTalk.channel, forKey: .channel)
    try container.encode(services.paging.table, forKey: .paging)
    try container.encodeIfPresent(alarmWake, forKey: .alarmWake)
    try container.encode(counters, forKey: .counters)
    try container.encode(now, forKey: .now)
    if !ended.isEmpty { try container.encode(ended, forKey: .ended) }
  }
}
