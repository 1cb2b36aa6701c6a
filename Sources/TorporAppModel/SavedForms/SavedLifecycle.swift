// Written by scripts/generate-saved; edit the declarations and run it again.

extension Callback {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .didFinishLaunching(let into):
      writer.beginCase("didFinishLaunching")
      writer.key("into")
      into.write(to: &writer)
      writer.endCase()
    case .didBecomeActive: writer.write(case: "didBecomeActive")
    case .willResignActive: writer.write(case: "willResignActive")
    case .didEnterBackground: writer.write(case: "didEnterBackground")
    case .willEnterForeground: writer.write(case: "willEnterForeground")
    case .willTerminate: writer.write(case: "willTerminate")
    case .willTerminateForMemory: writer.write(case: "willTerminateForMemory")
    case .didReceiveMemoryWarning: writer.write(case: "didReceiveMemoryWarning")
    case .protectedDataWillBecomeUnavailable:
      writer.write(case: "protectedDataWillBecomeUnavailable")
    case .protectedDataDidBecomeAvailable: writer.write(case: "protectedDataDidBecomeAvailable")
    case .backgroundTaskExpiration(let task, let name):
      writer.beginCase("backgroundTaskExpiration")
      if let name {
        writer.key("name")
        name.write(to: &writer)
      }
      writer.key("task")
      task.write(to: &writer)
      writer.endCase()
    case .expiringActivity(let task, let reason, let expired):
      writer.beginCase("expiringActivity")
      writer.key("expired")
      expired.write(to: &writer)
      writer.key("reason")
      reason.write(to: &writer)
      writer.key("task")
      task.write(to: &writer)
      writer.endCase()
    case .didReceiveRemoteNotification(let payload):
      writer.beginCase("didReceiveRemoteNotification")
      writer.key("payload")
      payload.write(to: &writer)
      writer.endCase()
    case .performFetch: writer.write(case: "performFetch")
    case .launchTask(let identifier, let type):
      writer.beginCase("launchTask")
      writer.key("identifier")
      identifier.write(to: &writer)
      writer.key("type")
      type.write(to: &writer)
      writer.endCase()
    case .taskExpiration(let task, let identifier):
      writer.beginCase("taskExpiration")
      writer.key("identifier")
      identifier.write(to: &writer)
      writer.key("task")
      task.write(to: &writer)
      writer.endCase()
    case .powerStateDidChange(let isLowPowerModeEnabled):
      writer.beginCase("powerStateDidChange")
      writer.key("isLowPowerModeEnabled")
      isLowPowerModeEnabled.write(to: &writer)
      writer.endCase()
    case .backgroundRefreshStatusDidChange(let isAvailable):
      writer.beginCase("backgroundRefreshStatusDidChange")
      writer.key("isAvailable")
      isAvailable.write(to: &writer)
      writer.endCase()
    case .session(let _0):
      writer.beginCase("session")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .issueAnnounced(let payload):
      writer.beginCase("issueAnnounced")
      writer.key("payload")
      payload.write(to: &writer)
      writer.endCase()
    case .service(let _0):
      writer.beginCase("mode")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("didFinishLaunching") {
      try reader.key("into")
      let into = try LaunchDestination(from: &reader)
      self = .didFinishLaunching(into: into)
    } else if reader.beginCase("didBecomeActive") {
      self = .didBecomeActive
    } else if reader.beginCase("willResignActive") {
      self = .willResignActive
    } else if reader.beginCase("didEnterBackground") {
      self = .didEnterBackground
    } else if reader.beginCase("willEnterForeground") {
      self = .willEnterForeground
    } else if reader.beginCase("willTerminate") {
      self = .willTerminate
    } else if reader.beginCase("willTerminateForMemory") {
      self = .willTerminateForMemory
    } else if reader.beginCase("didReceiveMemoryWarning") {
      self = .didReceiveMemoryWarning
    } else if reader.beginCase("protectedDataWillBecomeUnavailable") {
      self = .protectedDataWillBecomeUnavailable
    } else if reader.beginCase("protectedDataDidBecomeAvailable") {
      self = .protectedDataDidBecomeAvailable
    } else if reader.beginCase("backgroundTaskExpiration") {
      let name = try reader.hasKey("name") ? String(from: &reader) : nil
      try reader.key("task")
      let task = try BackgroundTaskIdentifier(from: &reader)
      self = .backgroundTaskExpiration(task: task, name: name)
    } else if reader.beginCase("expiringActivity") {
      try reader.key("expired")
      let expired = try Bool(from: &reader)
      try reader.key("reason")
      let reason = try String(from: &reader)
      try reader.key("task")
      let task = try BackgroundTaskIdentifier(from: &reader)
      self = .expiringActivity(task: task, reason: reason, expired: expired)
    } else if reader.beginCase("didReceiveRemoteNotification") {
      try reader.key("payload")
      let payload = try String(from: &reader)
      self = .didReceiveRemoteNotification(payload: payload)
    } else if reader.beginCase("performFetch") {
      self = .performFetch
    } else if reader.beginCase("launchTask") {
      try reader.key("identifier")
      let identifier = try String(from: &reader)
      try reader.key("type")
      let type = try TaskType(from: &reader)
      self = .launchTask(identifier: identifier, type: type)
    } else if reader.beginCase("taskExpiration") {
      try reader.key("identifier")
      let identifier = try String(from: &reader)
      try reader.key("task")
      let task = try CallbackToken(from: &reader)
      self = .taskExpiration(task: task, identifier: identifier)
    } else if reader.beginCase("powerStateDidChange") {
      try reader.key("isLowPowerModeEnabled")
      let isLowPowerModeEnabled = try Bool(from: &reader)
      self = .powerStateDidChange(isLowPowerModeEnabled: isLowPowerModeEnabled)
    } else if reader.beginCase("backgroundRefreshStatusDidChange") {
      try reader.key("isAvailable")
      let isAvailable = try Bool(from: &reader)
      self = .backgroundRefreshStatusDidChange(isAvailable: isAvailable)
    } else if reader.beginCase("session") {
      try reader.key("_0")
      let _0 = try SessionCallback(from: &reader)
      self = .session(_0)
    } else if reader.beginCase("issueAnnounced") {
      try reader.key("payload")
      let payload = try String(from: &reader)
      self = .issueAnnounced(payload: payload)
    } else if reader.beginCase("mode") {
      try reader.key("_0")
      let _0 = try ServiceCallback(from: &reader)
      self = .service(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension LaunchDestination {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .foreground: writer.write(case: "foreground")
    case .background(let _0):
      writer.beginCase("background")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("foreground") {
      self = .foreground
    } else if reader.beginCase("background") {
      try reader.key("_0")
      let _0 = try WakeReason(from: &reader)
      self = .background(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension Delivery {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("callback")
    callback.write(to: &writer)
    if let suspendedFor {
      writer.key("suspendedFor")
      suspendedFor.write(to: &writer)
    }
    if let terminationSave {
      writer.key("terminationSave")
      terminationSave.write(to: &writer)
    }
    writer.key("token")
    token.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("callback")
    callback = try Callback(from: &reader)
    suspendedFor = try reader.hasKey("suspendedFor") ? Duration(from: &reader) : nil
    terminationSave = try reader.hasKey("terminationSave") ? TerminationSave(from: &reader) : nil
    try reader.key("token")
    token = try CallbackToken(from: &reader)
    try reader.endObject()
  }
}
