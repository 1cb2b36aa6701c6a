import TorporModel

extension ScenarioReader {
  /// Reads the apps, in the order of the file.
  func apps(_ node: YAMLNode) -> [AppDefinition] {
    guard let map = MapReader(node, subject: "apps", sink: sink) else { return [] }
    var apps: [AppDefinition] = []
    for entry in map.entries {
      let line = entry.keyNode.mark.line
      guard let app = self.app(entry.value, alias: entry.key, line: line) else { continue }
      if let other = apps.first(where: { $0.identifier == app.identifier }) {
        sink.report("'\(app.alias)' has the same id as '\(other.alias)'", line: line)
      }
      apps.append(app)
    }
    return apps
  }

  private func app(_ node: YAMLNode, alias: String, line: Int) -> AppDefinition? {
    let subject = "the app '\(alias)'"
    guard var map = MapReader(node, subject: subject, mayBeEmpty: true, sink: sink) else {
      return nil
    }
    let identifierText = map.scalar("id", Forms.text) ?? "com.example.\(alias)"
    guard let identifier = AppIdentifier(identifierText) else {
      sink.report(
        "'\(identifierText)' is not an app identifier such as com.example.mail",
        line: map.value("id")?.mark.line ?? line
      )
      return nil
    }
    var app = AppDefinition(
      alias: alias,
      line: line,
      manifest: AppManifest(identifier: identifier, name: alias)
    )
    map.value("info").map { information($0, into: &app.manifest) }
    map.value("settings").map { settings($0, into: &app) }
    map.value("memory").map { footprint($0, into: &app.memory) }
    app.cacheBytes = map.scalar("caches", Forms.size) ?? 0
    app.history = map.value("history").flatMap(history)
    app.callbacks = map.value("on").map { callbacks($0, alias: alias) } ?? [:]
    map.finish()
    return app
  }

  private func information(_ node: YAMLNode, into manifest: inout AppManifest) {
    guard var map = MapReader(node, subject: "info", sink: sink) else { return }
    if let modes = map.value("UIBackgroundModes") {
      let form: ScalarForm<BackgroundMode> = Forms.choice("a background mode")
      manifest.backgroundModes = list(modes, "UIBackgroundModes").compactMap {
        form.read($0, key: "UIBackgroundModes", sink: sink)
      }
    }
    if let identifiers = map.value("BGTaskSchedulerPermittedIdentifiers") {
      let subject = "BGTaskSchedulerPermittedIdentifiers"
      manifest.permittedTaskIdentifiers = list(identifiers, subject).compactMap {
        Forms.text.read($0, key: subject, sink: sink)
      }
    }
    manifest.exitsOnSuspend = map.scalar("UIApplicationExitsOnSuspend", Forms.boolean) ?? false
    let saves = map.scalar("TorporSavesBeforeTermination", Forms.boolean) ?? false
    manifest.savesBeforeTermination = saves ? true : nil
    map.finish()
  }

  private func settings(_ node: YAMLNode, into app: inout AppDefinition) {
    guard var map = MapReader(node, subject: "settings", sink: sink) else { return }
    var settings = app.settings
    func isOn(_ key: String, _ permission: Permission, else standard: Bool) -> Bool {
      guard let text = map.scalar(key, Self.permissionSwitch) else { return standard }
      if text == Self.undecided { app.undecided.append(permission) }
      return text == "on"
    }
    settings.backgroundRefresh =
      map.scalar("backgroundRefresh", Forms.choice("a setting")) ?? settings.backgroundRefresh
    settings.location =
      map.scalar("location", Forms.choice("a setting")) ?? settings.location
    if settings.location == .notDetermined { app.undecided.append(.location) }
    settings.locationAccuracy =
      map.scalar("locationAccuracy", Forms.choice("a setting")) ?? settings.locationAccuracy
    settings.allowsNotifications = isOn("notifications", .notifications, else: true)
    settings.allowsMicrophone = isOn("microphone", .microphone, else: true)
    settings.allowsBluetooth = isOn("bluetooth", .bluetooth, else: true)
    settings.allowsAccessories = isOn("accessories", .accessories, else: true)
    settings = allowances(&map).applied(to: settings)
    map.finish()
    app.settings = settings
  }

  private static let undecided = "notDetermined"

  private static var permissionSwitch: ScalarForm<String> {
    ScalarForm(
      meant: "a switch",
      allowed: ["on", "off", undecided]
    ) { (text: String) -> String? in
      ["on", "off", undecided].contains(text) ? text : nil
    }
  }

  private func footprint(_ node: YAMLNode, into footprint: inout FootprintDefinition) {
    guard var map = MapReader(node, subject: "memory", sink: sink) else { return }
    let foreground = map.scalar("foreground", Forms.size)
    let background = map.scalar("background", Forms.size)
    map.finish()
    footprint.foregroundBytes = foreground ?? background ?? footprint.foregroundBytes
    footprint.backgroundBytes =
      background ?? min(footprint.foregroundBytes, footprint.backgroundBytes)
  }

  private func history(_ node: YAMLNode) -> UsageHistory? {
    guard var map = MapReader(node, subject: "history", sink: sink) else { return nil }
    let times = map.required("opensAt").map { node in
      list(node, "opensAt").compactMap {
        Forms.timeOfDay.read($0, key: "opensAt", sink: sink)
      }
    }
    let days = map.requiredScalar("days", Forms.natural)
    map.finish()
    guard let times, let days else { return nil }
    return UsageHistory(opensAtMinutes: times, days: days)
  }

  private func callbacks(_ node: YAMLNode, alias: String) -> [CallbackName: [Step]] {
    guard let map = MapReader(node, subject: "on", sink: sink) else { return [:] }
    var callbacks: [CallbackName: [Step]] = [:]
    for entry in map.entries {
      let steps = self.steps(entry.value, of: entry.key)
      guard let name = callbackName(entry.key, at: entry.keyNode) else { continue }
      callbacks[name] = steps
    }
    return callbacks
  }

  /// Reads a callback's name, or reports what names there are.
  func callbackName(_ text: String, at node: YAMLNode) -> CallbackName? {
    if let name = CallbackName(text) { return name }
    let allowed =
      PlainCallback.allCases.map(\.rawValue)
      + ["task:IDENTIFIER", "expiration:NAME", "expiringActivity:REASON"]
    sink.report(notAllowed(text, as: "a callback", allowed: allowed), at: node)
    return nil
  }
}
