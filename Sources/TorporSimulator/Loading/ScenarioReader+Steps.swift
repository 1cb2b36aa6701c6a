import TorporModel

extension ScenarioReader {
  /// Reads the steps of a callback or branch.
  func steps(_ node: YAMLNode, of subject: String) -> [Step] {
    list(node, "the steps of '\(subject)'").compactMap(step)
  }

  private func step(_ node: YAMLNode) -> Step? {
    guard var map = MapReader(node, subject: "a step", sink: sink) else { return nil }
    guard
      let (name, value) = single(
        &map,
        as: "a step",
        StepName.self,
        beside: ["restoreId", "always"]
      )
    else { return nil }
    let kind = stepKind(name, value, &map)
    _ = StepName.allCases.map { map.has($0.rawValue) }
    map.finish()
    return kind.map { Step($0, line: map.line) }
  }

  /// The one key of a map that names what it is.
  func single<Name: RawRepresentable & CaseIterable>(
    _ map: inout MapReader,
    as meant: String,
    _ type: Name.Type,
    beside others: [String]
  ) -> (name: Name, value: YAMLNode)? where Name.RawValue == String {
    let keys = map.entries.filter { !others.contains($0.key) }
    let allowed = Name.allCases.map(\.rawValue)
    guard let first = keys.first else {
      sink.report(
        "\(meant) needs one key. Allowed: \(allowed.joined(separator: ", "))",
        at: map.node
      )
      return nil
    }
    var found: (name: Name, value: YAMLNode)?
    for entry in keys {
      guard let name = Self.known(entry.key, as: type) else {
        sink.report(notAllowed(entry.key, as: meant, allowed: allowed), at: entry.keyNode)
        continue
      }
      if found == nil { found = (name, entry.value) }
    }
    if keys.count > 1, keys.allSatisfy({ Self.known($0.key, as: type) != nil }) {
      sink.report(
        "\(meant) has one key, found '\(first.key)' and '\(keys[1].key)'; make two of them",
        at: keys[1].keyNode
      )
    }
    return keys.count == 1 ? found : nil
  }

  /// The step or the action of a key, also by its name in earlier builds.
  private static func known<Name: RawRepresentable>(_ key: String, as type: Name.Type) -> Name?
  where Name.RawValue == String {
    Name(rawValue: ["sleepIsNear": "prepareForSleep"][key] ?? key)
  }

  private func stepKind(_ name: StepName, _ value: YAMLNode, _ map: inout MapReader) -> Step.Kind? {
    let key = name.rawValue
    func read<Value>(_ form: ScalarForm<Value>) -> Value? {
      form.read(value, key: key, sink: sink)
    }
    switch name {
    case .work: return read(Forms.duration).map { .work($0) }
    case .wait: return read(Forms.duration).map { .wait($0) }
    case .async: return .async(steps(value, of: key))
    case .beginBackgroundTask: return read(Forms.text).map { .beginBackgroundTask(name: $0) }
    case .endBackgroundTask: return read(Forms.text).map { .endBackgroundTask(name: $0) }
    case .expiringActivity: return expiringActivity(value)
    case .register: return read(Forms.text).map { .register(identifier: $0) }
    case .cancel: return read(Forms.text).map { .cancel(identifier: $0) }
    case .cancelAll: return read(Forms.yes).map { _ in .cancelAll }
    case .submit: return submission(value)
    case .progress: return read(Forms.percentage).map { .progress(percent: $0) }
    case .complete: return read(Forms.choice("a result")).map { .complete($0) }
    case .setMinimumBackgroundFetchInterval: return fetchInterval(value, key: key)
    case .download: return transfer(value, isUpload: false)
    case .upload: return transfer(value, isUpload: true)
    case .recreateSession: return read(Forms.text).map { .recreateSession($0) }
    case .cancelTransfer: return read(Forms.text).map { .cancelTransfer($0) }
    case .answerChallenge: return read(Forms.text).map { .answerChallenge($0) }
    case .registerForPush: return read(Forms.yes).map { _ in .registerForPush }
    case .registerForVoIP: return read(Forms.yes).map { _ in .registerForVoIP }
    case .reportCall: return read(Forms.yes).map { _ in .reportCall }
    case .scheduleNotification: return notification(value)
    case .cancelNotification: return read(Forms.text).map { .cancelNotification($0) }
    case .startLocation: return startLocation(value)
    case .stopLocation: return read(Forms.yes).map { _ in .stopLocation }
    case .monitorSignificantChanges:
      return read(Forms.yes).map { _ in .monitorSignificantChanges }
    case .monitorVisits: return read(Forms.yes).map { _ in .monitorVisits }
    case .monitorRegion: return region(value)
    case .stopMonitoring: return read(Forms.text).map { .stopMonitoring(region: $0) }
    case .requestAuthorization:
      let wantsAlways = map.scalar("always", Forms.boolean) ?? false
      return read(Forms.choice("a permission")).map {
        .requestAuthorization($0, wantsAlways: wantsAlways)
      }
    case .playAudio: return read(Forms.yes).map { _ in .playAudio }
    case .recordAudio: return read(Forms.yes).map { _ in .recordAudio }
    case .stopAudio: return read(Forms.yes).map { _ in .stopAudio }
    case .mixesWithOthers: return read(Forms.boolean).map { .mixesWithOthers($0) }
    case .openAccessory: return read(Forms.text).map { .openAccessory($0) }
    case .closeAccessory: return read(Forms.text).map { .closeAccessory($0) }
    case .connectPeripheral:
      let restore = map.scalar("restoreId", Forms.text)
      return read(Forms.text).map { .connectPeripheral($0, restoreIdentifier: restore) }
    case .advertise:
      let restore = map.scalar("restoreId", Forms.text)
      return read(Forms.yes).map { _ in .advertise(restoreIdentifier: restore) }
    case .handOverSocket: return read(Forms.text).map { .handOverSocket(name: $0) }
    case .readsSockets: return read(Forms.boolean).map { .readsSockets($0) }
    case .setKeepAlive: return read(Forms.duration).map { .setKeepAlive($0) }
    case .save: return saved(value, key: key)
    case .allocate: return read(Forms.size).map { .allocate(bytes: $0) }
    case .free: return read(Forms.size).map { .free(bytes: $0) }
    case .crash: return read(Forms.yes).map { _ in .crash }
    case .exit: return read(Forms.exitStatus).map { .exit(status: $0) }
    case .hang: return read(Forms.yes).map { _ in .hang }
    case .useGPU: return read(Forms.yes).map { _ in .useGPU }
    case .holdLock: return read(Forms.text).map { .holdLock(file: $0) }
    }
  }
}
