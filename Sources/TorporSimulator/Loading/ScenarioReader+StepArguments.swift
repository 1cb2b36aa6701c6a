import TorporModel

// The steps whose argument is a map of its own.
extension ScenarioReader {
  func expiringActivity(_ node: YAMLNode) -> Step.Kind? {
    guard var map = MapReader(node, subject: "expiringActivity", sink: sink) else { return nil }
    let reason = map.requiredScalar("reason", Forms.text)
    let steps = map.value("steps").map { self.steps($0, of: "expiringActivity") } ?? []
    map.finish()
    return reason.map { .expiringActivity(reason: $0, steps: steps) }
  }

  func submission(_ node: YAMLNode) -> Step.Kind? {
    guard var map = MapReader(node, subject: "submit", sink: sink) else { return nil }
    let label = map.scalar("as", Forms.text)
    let earliest = map.scalar("earliest", Forms.duration)
    let refresh = map.scalar("refresh", Forms.text)
    let processing = map.scalar("processing", Forms.text)
    let continued = map.scalar("continued", Forms.text)
    let named = [refresh, processing, continued].compactMap { $0 }
    var kind = TaskSubmission.Kind.refresh
    if processing != nil {
      let needsNetwork = map.scalar("network", Forms.boolean) ?? false
      let needsPower = map.scalar("power", Forms.boolean) ?? false
      kind = .processing(needsNetwork: needsNetwork, needsPower: needsPower)
    } else if continued != nil {
      let title = map.scalar("title", Forms.text) ?? ""
      let strategy = map.scalar(
        "strategy",
        ScalarForm(meant: "a strategy", allowed: ["queue", "fail"]) { (text: String) -> Bool? in
          text == "queue" ? true : text == "fail" ? false : nil
        }
      )
      kind = .continued(title: title, isQueued: strategy ?? true)
    }
    map.finish()
    guard named.count == 1, let identifier = named.first else {
      sink.report(
        "submit needs exactly one of the keys 'refresh', 'processing' and 'continued'",
        at: node
      )
      return nil
    }
    return .submit(
      TaskSubmission(identifier: identifier, kind: kind, earliest: earliest, label: label)
    )
  }

  func fetchInterval(_ node: YAMLNode, key: String) -> Step.Kind? {
    let form = ScalarForm(meant: "minimum, never or a duration") {
      (text: String) -> FetchInterval? in
      switch text {
      case "minimum": .minimum
      case "never": .never
      default: ScalarValues.duration(text).map { .atLeast($0) }
      }
    }
    return form.read(node, key: key, sink: sink).map { .setMinimumBackgroundFetchInterval($0) }
  }

  func transfer(_ node: YAMLNode, isUpload: Bool) -> Step.Kind? {
    let subject = isUpload ? "upload" : "download"
    guard var map = MapReader(node, subject: subject, sink: sink) else { return nil }
    let session = map.requiredScalar("session", Forms.text)
    let task = map.requiredScalar("task", Forms.text)
    let size = map.requiredScalar("size", Forms.size)
    let isDiscretionary = map.scalar("discretionary", Forms.boolean) ?? false
    let sendsLaunchEvents = map.scalar("sendsLaunchEvents", Forms.boolean) ?? true
    let earliest = map.scalar("earliest", Forms.duration)
    let needsAuthentication = map.scalar("needsAuth", Forms.boolean) ?? false
    let killsService = map.scalar("killsService", Forms.boolean) ?? false
    map.finish()
    guard let session, let task, let size else { return nil }
    return .transfer(
      TransferStart(
        isUpload: isUpload,
        session: session,
        task: task,
        sizeBytes: size,
        isDiscretionary: isDiscretionary,
        sendsLaunchEvents: sendsLaunchEvents,
        earliest: earliest,
        needsAuthentication: needsAuthentication,
        killsService: killsService
      )
    )
  }

  func notification(_ node: YAMLNode) -> Step.Kind? {
    guard var map = MapReader(node, subject: "scheduleNotification", sink: sink) else { return nil }
    let identifier = map.requiredScalar("id", Forms.text)
    let after = map.scalar("after", Forms.duration)
    let timeOfDay = map.scalar("at", Forms.timeOfDay)
    let repeats = map.scalar("repeats", Forms.boolean) ?? false
    let sound = map.scalar("sound", Forms.text)
    let momentCount = (map.has("after") ? 1 : 0) + (map.has("at") ? 1 : 0)
    map.finish()
    guard momentCount == 1 else {
      sink.report("scheduleNotification needs one of the keys 'after' and 'at'", at: node)
      return nil
    }
    let moment: NotificationSchedule.Moment? =
      after.map { .after($0) } ?? timeOfDay.map { .timeOfDay(minutes: $0) }
    guard let identifier, let moment else { return nil }
    return .scheduleNotification(
      NotificationSchedule(identifier: identifier, moment: moment, repeats: repeats, sound: sound)
    )
  }

  func startLocation(_ node: YAMLNode) -> Step.Kind? {
    guard var map = MapReader(node, subject: "startLocation", sink: sink) else { return nil }
    let inBackground = map.scalar("background", Forms.boolean) ?? false
    map.finish()
    return .startLocation(inBackground: inBackground)
  }

  func region(_ node: YAMLNode) -> Step.Kind? {
    guard var map = MapReader(node, subject: "monitorRegion", sink: sink) else { return nil }
    let identifier = map.requiredScalar("id", Forms.text)
    let latitude = map.requiredScalar("lat", Forms.real)
    let longitude = map.requiredScalar("lon", Forms.real)
    let radius = map.requiredScalar("radius", Forms.real)
    map.finish()
    guard let identifier, let latitude, let longitude, let radius else { return nil }
    return .monitorRegion(
      MonitoredRegion(
        identifier: identifier,
        latitude: latitude,
        longitude: longitude,
        radiusMetres: radius
      )
    )
  }

  func saved(_ node: YAMLNode, key: String) -> Step.Kind? {
    guard let map = MapReader(node, subject: "save", sink: sink) else { return nil }
    return .save(savedValues(map, besides: []))
  }

  /// The free keys of a map with their values, as text.
  func savedValues(_ map: MapReader, besides others: [String]) -> [SavedValue] {
    map.entries.filter { !others.contains($0.key) }.compactMap { entry in
      guard let scalar = entry.value.scalar else {
        sink.report("'\(entry.key)' must be a text, found \(entry.value.kindText)", at: entry.value)
        return nil
      }
      return SavedValue(key: entry.key, value: scalar.text)
    }
  }
}
