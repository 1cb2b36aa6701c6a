import TorporModel

extension ScenarioReader {
  /// Reads the script; entries must stand in the order of time.
  func script(_ node: YAMLNode, apps: [AppDefinition]) -> [ScriptEntry] {
    var entries: [ScriptEntry] = []
    for item in list(node, "script") {
      guard let entry = scriptEntry(item, apps: apps) else { continue }
      if let last = entries.last, entry.at < last.at {
        sink.report(
          "the script must be in the order of time: \(DurationText.short(entry.at)) stands after"
            + " \(DurationText.short(last.at))",
          at: item
        )
      }
      entries.append(entry)
    }
    return entries
  }

  private func scriptEntry(_ node: YAMLNode, apps: [AppDefinition]) -> ScriptEntry? {
    guard var map = MapReader(node, subject: "an entry of the script", sink: sink) else {
      return nil
    }
    let at = map.requiredScalar("at", Forms.duration)
    guard let (name, value) = single(&map, as: "an action", ActionName.self, beside: ["at"]),
      let action = self.action(name, value, apps: apps), let at
    else { return nil }
    return ScriptEntry(at: at, action: action, line: map.line)
  }

  private func action(_ name: ActionName, _ value: YAMLNode, apps: [AppDefinition]) -> ScriptAction?
  {
    let key = name.rawValue
    func read<Value>(_ form: ScalarForm<Value>) -> Value? {
      form.read(value, key: key, sink: sink)
    }
    func app() -> String? { alias(value, key: key, apps: apps) }
    switch name {
    case .launch: return app().map { .launch(app: $0) }
    case .home: return read(Forms.yes).map { _ in .home }
    case .lock: return read(Forms.yes).map { _ in .lock }
    case .unlock: return read(Forms.yes).map { _ in .unlock }
    case .interrupt: return read(Forms.yes).map { _ in .interrupt }
    case .endInterrupt: return read(Forms.yes).map { _ in .endInterrupt }
    case .forceQuit: return app().map { .forceQuit(app: $0) }
    case .crash: return app().map { .crash(app: $0) }
    case .kill: return app().map { .kill(app: $0) }
    case .reboot: return read(Forms.yes).map { _ in .reboot }
    case .update: return app().map { .update(app: $0) }
    case .uninstall: return app().map { .uninstall(app: $0) }
    case .offload: return app().map { .offload(app: $0) }
    case .battery: return read(Forms.wholePercentage).map { .battery(percent: $0) }
    case .charging: return read(Forms.boolean).map { .charging($0) }
    case .network: return read(Forms.choice("a network")).map { .network($0) }
    case .lowData: return read(Forms.boolean).map { .lowData($0) }
    case .thermal: return read(Forms.choice("a thermal state")).map { .thermal($0) }
    case .lowPowerMode: return read(Forms.boolean).map { .lowPowerMode($0) }
    case .backgroundRefresh: return backgroundRefresh(value, apps: apps)
    case .allow: return allow(value, apps: apps)
    case .restrict: return restrict(value, apps: apps)
    case .memoryPressure: return memoryPressure(value, key: key)
    case .needMemory: return read(Forms.size).map { .needMemory(bytes: $0) }
    case .needSwap: return read(Forms.size).map { .needSwap(bytes: $0) }
    case .storage: return read(Forms.size).map { .storage(freeBytes: $0) }
    case .push: return push(value, apps: apps).map { .push($0) }
    case .location: return location(value)
    case .accessory: return traffic(value, key).map { .accessory($0) }
    case .peripheral: return traffic(value, key).map { .peripheral($0) }
    case .centralRequest: return app().map { .centralRequest(app: $0) }
    case .socketData: return socketData(value, apps: apps)
    case .tapNotification: return read(Forms.text).map { .tapNotification($0) }
    case .dismissNotification: return read(Forms.text).map { .dismissNotification($0) }
    case .answerNotification: return answer(value)
    case .server: return read(Forms.choice("a server's condition")).map { .server($0) }
    case .wallClock: return read(Forms.signedDuration).map { .wallClock($0) }
    case .sleep: return read(Forms.duration).map { .sleep($0) }
    case .windows: return windows(value, apps: apps).map { .windows($0) }
    case .input: return read(Forms.boolean).map { .input($0) }
    case .screenSaver: return read(Forms.boolean).map { .screenSaver($0) }
    case .prepareForSleep: return read(Forms.boolean).map { .prepareForSleep($0) }
    case .simulateLaunch: return read(Forms.text).map { .simulateLaunch(identifier: $0) }
    case .simulateExpiration: return read(Forms.text).map { .simulateExpiration(identifier: $0) }
    case .cancelTask: return read(Forms.text).map { .cancelTask(identifier: $0) }
    case .daemonCrash: return read(Forms.yes).map { _ in .daemonCrash }
    }
  }

  /// Reads the alias of an app that the file defines.
  func alias(_ node: YAMLNode, key: String, apps: [AppDefinition]) -> String? {
    let aliases = apps.map(\.alias)
    let form = ScalarForm(meant: "an app of this scenario", allowed: aliases) { (text: String) in
      aliases.contains(text) ? text : nil
    }
    return form.read(node, key: key, sink: sink)
  }

  private func backgroundRefresh(_ node: YAMLNode, apps: [AppDefinition]) -> ScriptAction? {
    let form: ScalarForm<BackgroundRefresh> = Forms.choice("a setting")
    guard node.mapping != nil else {
      return form.read(node, key: "backgroundRefresh", sink: sink).map {
        .backgroundRefresh(app: nil, $0)
      }
    }
    guard let map = MapReader(node, subject: "backgroundRefresh", sink: sink) else { return nil }
    guard map.entries.count == 1, let entry = map.entries.first else {
      sink.report("backgroundRefresh needs one app, such as {mail: off}", at: node)
      return nil
    }
    let app = alias(entry.keyNode, key: "backgroundRefresh", apps: apps)
    let setting = form.read(entry.value, key: entry.key, sink: sink)
    guard let app, let setting else { return nil }
    return .backgroundRefresh(app: app, setting)
  }

  private func memoryPressure(_ node: YAMLNode, key: String) -> ScriptAction? {
    let form = ScalarForm(meant: "a level", allowed: ["warning", "critical"]) {
      (text: String) -> Bool? in
      text == "critical" ? true : text == "warning" ? false : nil
    }
    guard node.mapping != nil else {
      return form.read(node, key: key, sink: sink).map { .memoryPressure(isCritical: $0, nil) }
    }
    guard var map = MapReader(node, subject: key, sink: sink) else { return nil }
    let isCritical = map.requiredScalar("level", form)
    var figures = MemoryFigures()
    figures.waitsPercent = map.scalar("waits", Forms.wholePercentage) ?? 0
    figures.readAgainBytes = map.scalar("readAgain", Forms.size) ?? 0
    figures.fileCacheBytes = map.scalar("fileCache", Forms.size) ?? 0
    figures.isRepeated = map.scalar("repeated", Forms.boolean) ?? false
    map.finish()
    return isCritical.map { .memoryPressure(isCritical: $0, figures) }
  }

  /// Reads `{mail: focused, notes: minimised}`, or `none`: no desktop reports windows.
  private func windows(_ node: YAMLNode, apps: [AppDefinition]) -> [ScenarioWindow]? {
    guard node.mapping != nil else {
      let none = ScalarForm(meant: "windows of apps", allowed: ["none"]) {
        (text: String) -> Bool? in
        text == "none" ? true : nil
      }
      return none.read(node, key: "windows", sink: sink).map { _ in [] }
    }
    guard let map = MapReader(node, subject: "windows", sink: sink) else { return nil }
    let words = WindowVisibility.allCases.map(\.rawValue) + ["closed"]
    let form = ScalarForm(meant: "what can be seen", allowed: words) { (text: String) -> String? in
      words.contains(text) ? text : nil
    }
    let windows = map.entries.map { entry -> ScenarioWindow? in
      let app = alias(entry.keyNode, key: "windows", apps: apps)
      let word = form.read(entry.value, key: entry.key, sink: sink)
      guard let app, let word else { return nil }
      return ScenarioWindow(app: app, visibility: WindowVisibility(rawValue: word))
    }
    return windows.contains(nil) ? nil : windows.compactMap { $0 }
  }

  private func answer(_ node: YAMLNode) -> ScriptAction? {
    guard var map = MapReader(node, subject: "answerNotification", sink: sink) else { return nil }
    let name = map.requiredScalar("id", Forms.text)
    let action = map.requiredScalar("action", Forms.text)
    map.finish()
    guard let name, let action else { return nil }
    return .answerNotification(name, action: action)
  }

  private func location(_ node: YAMLNode) -> ScriptAction? {
    guard var map = MapReader(node, subject: "location", sink: sink) else { return nil }
    let latitude = map.requiredScalar("lat", Forms.real)
    let longitude = map.requiredScalar("lon", Forms.real)
    map.finish()
    guard let latitude, let longitude else { return nil }
    return .location(latitude: latitude, longitude: longitude)
  }

  private func traffic(_ node: YAMLNode, _ key: String) -> DeviceTraffic? {
    guard var map = MapReader(node, subject: key, sink: sink) else { return nil }
    let connect = map.scalar("connect", Forms.text)
    let disconnect = map.scalar("disconnect", Forms.text)
    let data = map.scalar("data", Forms.text)
    map.finish()
    let found: [DeviceTraffic] = [
      connect.map { .connect($0) }, disconnect.map { .disconnect($0) }, data.map { .data($0) },
    ].compactMap { $0 }
    guard found.count == 1 else {
      sink.report("\(key) needs one of the keys 'connect', 'disconnect' and 'data'", at: node)
      return nil
    }
    return found[0]
  }

  private func socketData(_ node: YAMLNode, apps: [AppDefinition]) -> ScriptAction? {
    guard var map = MapReader(node, subject: "socketData", sink: sink) else { return nil }
    let app = map.required("to").flatMap { alias($0, key: "to", apps: apps) }
    map.finish()
    return app.map { .socketData(app: $0) }
  }
}
