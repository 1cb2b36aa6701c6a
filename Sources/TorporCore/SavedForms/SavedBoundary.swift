// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension DeviceConfiguration {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("backgroundRefresh")
    backgroundRefresh.write(to: &writer)
    writer.key("hasPasscode")
    hasPasscode.write(to: &writer)
    writer.key("isLocked")
    isLocked.write(to: &writer)
    writer.key("memoryVictims")
    evictionOrder.write(to: &writer)
    writer.key("profile")
    profile.write(to: &writer)
    writer.key("wasUnlockedSinceBoot")
    wasUnlockedSinceBoot.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("backgroundRefresh")
    backgroundRefresh = try BackgroundRefresh(from: &reader)
    try reader.key("hasPasscode")
    hasPasscode = try Bool(from: &reader)
    try reader.key("isLocked")
    isLocked = try Bool(from: &reader)
    try reader.key("memoryVictims")
    evictionOrder = try EvictionOrder(from: &reader)
    try reader.key("profile")
    profile = try ProfileName(from: &reader)
    try reader.key("wasUnlockedSinceBoot")
    wasUnlockedSinceBoot = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension PowerState {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let batteryPercent {
      writer.key("batteryPercent")
      batteryPercent.write(to: &writer)
    }
    if let isEnergyEstimated {
      writer.key("isEnergyEstimated")
      isEnergyEstimated.write(to: &writer)
    }
    writer.key("isOnExternalPower")
    isOnExternalPower.write(to: &writer)
    if let microwattHours {
      writer.key("microwattHours")
      microwattHours.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    batteryPercent = try reader.hasKey("batteryPercent") ? Int(from: &reader) : nil
    isEnergyEstimated = try reader.hasKey("isEnergyEstimated") ? Bool(from: &reader) : nil
    try reader.key("isOnExternalPower")
    isOnExternalPower = try Bool(from: &reader)
    microwattHours = try reader.hasKey("microwattHours") ? Int64(from: &reader) : nil
    try reader.endObject()
  }
}

extension NetworkState {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isConstrained")
    isConstrained.write(to: &writer)
    writer.key("isMetered")
    isMetered.write(to: &writer)
    writer.key("link")
    link.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isConstrained")
    isConstrained = try Bool(from: &reader)
    try reader.key("isMetered")
    isMetered = try Bool(from: &reader)
    try reader.key("link")
    link = try NetworkLink(from: &reader)
    try reader.endObject()
  }
}

extension JobRunNumber {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isFailureCommand")
    isFailureCommand.write(to: &writer)
    writer.key("job")
    job.write(to: &writer)
    writer.key("run")
    run.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isFailureCommand")
    isFailureCommand = try Bool(from: &reader)
    try reader.key("job")
    job = try JobIdentifier(from: &reader)
    try reader.key("run")
    run = try Int(from: &reader)
    try reader.endObject()
  }
}

extension Input {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .app(let launch, let request, let id):
      writer.beginCase("app")
      if let id {
        writer.key("id")
        id.write(to: &writer)
      }
      writer.key("launch")
      launch.write(to: &writer)
      writer.key("request")
      request.write(to: &writer)
      writer.endCase()
    case .user(let action, let id):
      writer.beginCase("user")
      writer.key("action")
      action.write(to: &writer)
      if let id {
        writer.key("id")
        id.write(to: &writer)
      }
      writer.endCase()
    case .process(let launch, let event):
      writer.beginCase("process")
      writer.key("event")
      event.write(to: &writer)
      writer.key("launch")
      launch.write(to: &writer)
      writer.endCase()
    case .device(let event):
      writer.beginCase("device")
      writer.key("event")
      event.write(to: &writer)
      writer.endCase()
    case .timerFired: writer.write(case: "timerFired")
    case .transfers(let _0):
      writer.beginCase("transfers")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("app") {
      let id = try reader.hasKey("id") ? RequestIdentifier(from: &reader) : nil
      try reader.key("launch")
      let launch = try LaunchIdentifier(from: &reader)
      try reader.key("request")
      let request = try AppRequest(from: &reader)
      self = .app(launch: launch, request: request, id: id)
    } else if reader.beginCase("user") {
      try reader.key("action")
      let action = try UserAction(from: &reader)
      let id = try reader.hasKey("id") ? RequestIdentifier(from: &reader) : nil
      self = .user(action: action, id: id)
    } else if reader.beginCase("process") {
      try reader.key("event")
      let event = try ProcessEvent(from: &reader)
      try reader.key("launch")
      let launch = try LaunchIdentifier(from: &reader)
      self = .process(launch: launch, event: event)
    } else if reader.beginCase("device") {
      try reader.key("event")
      let event = try DeviceEvent(from: &reader)
      self = .device(event: event)
    } else if reader.beginCase("timerFired") {
      self = .timerFired
    } else if reader.beginCase("transfers") {
      try reader.key("_0")
      let _0 = try [TransferReport](from: &reader)
      self = .transfers(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension UserAction {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .install(let manifest, let settings, let replaces, let undecided):
      writer.beginCase("install")
      writer.key("manifest")
      manifest.write(to: &writer)
      writer.key("replaces")
      replaces.write(to: &writer)
      writer.key("settings")
      settings.write(to: &writer)
      if let undecided {
        writer.key("undecided")
        undecided.write(to: &writer)
      }
      writer.endCase()
    case .run(let manifest):
      writer.beginCase("run")
      writer.key("manifest")
      manifest.write(to: &writer)
      writer.endCase()
    case .uninstall(let app):
      writer.beginCase("uninstall")
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    case .update(let app):
      writer.beginCase("update")
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    case .open(let app):
      writer.beginCase("open")
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    case .home(let app):
      writer.beginCase("home")
      if let app {
        writer.key("app")
        app.write(to: &writer)
      }
      writer.endCase()
    case .lock: writer.write(case: "lock")
    case .unlock: writer.write(case: "unlock")
    case .interrupt: writer.write(case: "interrupt")
    case .endInterrupt: writer.write(case: "endInterrupt")
    case .forceQuit(let app):
      writer.beginCase("forceQuit")
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    case .exempt(let app, let lasting):
      writer.beginCase("exempt")
      writer.key("app")
      app.write(to: &writer)
      if let lasting {
        writer.key("lasting")
        lasting.write(to: &writer)
      }
      writer.endCase()
    case .endExemption(let app):
      writer.beginCase("endExemption")
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    case .change(let setting):
      writer.beginCase("change")
      writer.key("setting")
      setting.write(to: &writer)
      writer.endCase()
    case .decide(let app, let permissions, let settings):
      writer.beginCase("decide")
      writer.key("app")
      app.write(to: &writer)
      writer.key("permissions")
      permissions.write(to: &writer)
      writer.key("settings")
      settings.write(to: &writer)
      writer.endCase()
    case .simulateLaunch(let app, let task):
      writer.beginCase("simulateLaunch")
      if let app {
        writer.key("app")
        app.write(to: &writer)
      }
      writer.key("task")
      task.write(to: &writer)
      writer.endCase()
    case .simulateExpiration(let app, let task):
      writer.beginCase("simulateExpiration")
      if let app {
        writer.key("app")
        app.write(to: &writer)
      }
      writer.key("task")
      task.write(to: &writer)
      writer.endCase()
    case .cancelTask(let app, let task):
      writer.beginCase("cancelTask")
      if let app {
        writer.key("app")
        app.write(to: &writer)
      }
      writer.key("task")
      task.write(to: &writer)
      writer.endCase()
    case .forgetUsage(let app):
      writer.beginCase("forgetUsage")
      if let app {
        writer.key("app")
        app.write(to: &writer)
      }
      writer.endCase()
    case .submitJob(let _0, let owner, let zone):
      writer.beginCase("submitJob")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("owner")
      owner.write(to: &writer)
      if let zone {
        writer.key("zone")
        zone.write(to: &writer)
      }
      writer.endCase()
    case .cancelJob(let _0):
      writer.beginCase("cancelJob")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .runJobNow(let _0):
      writer.beginCase("runJobNow")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .removeJob(let _0):
      writer.beginCase("removeJob")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .transfer(let _0):
      writer.beginCase("transfer")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .respond(let app, let _1):
      writer.beginCase("respond")
      writer.key("_1")
      _1.write(to: &writer)
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    case .endCall(let app):
      writer.beginCase("endCall")
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    case .connectAccessory(let _0):
      writer.beginCase("plug")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .disconnectAccessory(let accessory):
      writer.beginCase("unplug")
      writer.key("accessory")
      accessory.write(to: &writer)
      writer.endCase()
    case .pageOut(let app):
      writer.beginCase("pageOut")
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    case .purgeCaches(let app):
      writer.beginCase("purgeCaches")
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    case .offload(let app):
      writer.beginCase("offload")
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    case .restoreProgram(let app):
      writer.beginCase("restoreProgram")
      writer.key("app")
      app.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("install") {
      try reader.key("manifest")
      let manifest = try AppManifest(from: &reader)
      try reader.key("replaces")
      let replaces = try Bool(from: &reader)
      try reader.key("settings")
      let settings = try AppSettings(from: &reader)
      let undecided = try reader.hasKey("undecided") ? [Permission](from: &reader) : nil
      self = .install(
        manifest: manifest,
        settings: settings,
        replaces: replaces,
        undecided: undecided
      )
    } else if reader.beginCase("run") {
      try reader.key("manifest")
      let manifest = try AppManifest(from: &reader)
      self = .run(manifest: manifest)
    } else if reader.beginCase("uninstall") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .uninstall(app: app)
    } else if reader.beginCase("update") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .update(app: app)
    } else if reader.beginCase("open") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .open(app: app)
    } else if reader.beginCase("home") {
      let app = try reader.hasKey("app") ? AppIdentifier(from: &reader) : nil
      self = .home(app: app)
    } else if reader.beginCase("lock") {
      self = .lock
    } else if reader.beginCase("unlock") {
      self = .unlock
    } else if reader.beginCase("interrupt") {
      self = .interrupt
    } else if reader.beginCase("endInterrupt") {
      self = .endInterrupt
    } else if reader.beginCase("forceQuit") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .forceQuit(app: app)
    } else if reader.beginCase("exempt") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      let lasting = try reader.hasKey("lasting") ? Duration(from: &reader) : nil
      self = .exempt(app: app, lasting: lasting)
    } else if reader.beginCase("endExemption") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .endExemption(app: app)
    } else if reader.beginCase("change") {
      try reader.key("setting")
      let setting = try Setting(from: &reader)
      self = .change(setting: setting)
    } else if reader.beginCase("decide") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      try reader.key("permissions")
      let permissions = try [Permission](from: &reader)
      try reader.key("settings")
      let settings = try AppSettings(from: &reader)
      self = .decide(app: app, permissions: permissions, settings: settings)
    } else if reader.beginCase("simulateLaunch") {
      let app = try reader.hasKey("app") ? AppIdentifier(from: &reader) : nil
      try reader.key("task")
      let task = try String(from: &reader)
      self = .simulateLaunch(app: app, task: task)
    } else if reader.beginCase("simulateExpiration") {
      let app = try reader.hasKey("app") ? AppIdentifier(from: &reader) : nil
      try reader.key("task")
      let task = try String(from: &reader)
      self = .simulateExpiration(app: app, task: task)
    } else if reader.beginCase("cancelTask") {
      let app = try reader.hasKey("app") ? AppIdentifier(from: &reader) : nil
      try reader.key("task")
      let task = try String(from: &reader)
      self = .cancelTask(app: app, task: task)
    } else if reader.beginCase("forgetUsage") {
      let app = try reader.hasKey("app") ? AppIdentifier(from: &reader) : nil
      self = .forgetUsage(app: app)
    } else if reader.beginCase("submitJob") {
      try reader.key("_0")
      let _0 = try JobRequest(from: &reader)
      try reader.key("owner")
      let owner = try UInt32(from: &reader)
      let zone = try reader.hasKey("zone") ? ZoneRules(from: &reader) : nil
      self = .submitJob(_0, owner: owner, zone: zone)
    } else if reader.beginCase("cancelJob") {
      try reader.key("_0")
      let _0 = try JobIdentifier(from: &reader)
      self = .cancelJob(_0)
    } else if reader.beginCase("runJobNow") {
      try reader.key("_0")
      let _0 = try JobIdentifier(from: &reader)
      self = .runJobNow(_0)
    } else if reader.beginCase("removeJob") {
      try reader.key("_0")
      let _0 = try JobIdentifier(from: &reader)
      self = .removeJob(_0)
    } else if reader.beginCase("transfer") {
      try reader.key("_0")
      let _0 = try TransferAction(from: &reader)
      self = .transfer(_0)
    } else if reader.beginCase("respond") {
      try reader.key("_1")
      let _1 = try NotificationResponse(from: &reader)
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .respond(app: app, _1)
    } else if reader.beginCase("endCall") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .endCall(app: app)
    } else if reader.beginCase("plug") {
      try reader.key("_0")
      let _0 = try Accessory(from: &reader)
      self = .connectAccessory(_0)
    } else if reader.beginCase("unplug") {
      try reader.key("accessory")
      let accessory = try String(from: &reader)
      self = .disconnectAccessory(accessory: accessory)
    } else if reader.beginCase("pageOut") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .pageOut(app: app)
    } else if reader.beginCase("purgeCaches") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .purgeCaches(app: app)
    } else if reader.beginCase("offload") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .offload(app: app)
    } else if reader.beginCase("restoreProgram") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      self = .restoreProgram(app: app)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension ProcessEvent {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .started: writer.write(case: "started")
    case .exited(let status):
      writer.beginCase("exited")
      writer.key("status")
      status.write(to: &writer)
      writer.endCase()
    case .commandExited(let _0):
      writer.beginCase("commandExited")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .callerLeft: writer.write(case: "callerLeft")
    case .frozen: writer.write(case: "frozen")
    case .freezeFailed(let errno):
      writer.beginCase("freezeFailed")
      writer.key("errno")
      errno.write(to: &writer)
      writer.endCase()
    case .thawedFromOutside: writer.write(case: "thawedFromOutside")
    case .inspected(let _0):
      writer.beginCase("inspected")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .usedProcessor(let total):
      writer.beginCase("usedProcessor")
      writer.key("total")
      total.write(to: &writer)
      writer.endCase()
    case .measured(let _0):
      writer.beginCase("measured")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .footprint(let bytes):
      writer.beginCase("footprint")
      writer.key("bytes")
      bytes.write(to: &writer)
      writer.endCase()
    case .pagedOut(let _0):
      writer.beginCase("pagedOut")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .pagedIn(let _0):
      writer.beginCase("pagedIn")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .readBack(let _0):
      writer.beginCase("readBack")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .audio(let isPlaying):
      writer.beginCase("audio")
      writer.key("isPlaying")
      isPlaying.write(to: &writer)
      writer.endCase()
    case .submittedGPUWork: writer.write(case: "submittedGPUWork")
    case .hazard(let _0, let isPresent):
      writer.beginCase("hazard")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("isPresent")
      isPresent.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("started") {
      self = .started
    } else if reader.beginCase("exited") {
      try reader.key("status")
      let status = try ExitStatus(from: &reader)
      self = .exited(status: status)
    } else if reader.beginCase("commandExited") {
      try reader.key("_0")
      let _0 = try CommandEnd(from: &reader)
      self = .commandExited(_0)
    } else if reader.beginCase("callerLeft") {
      self = .callerLeft
    } else if reader.beginCase("frozen") {
      self = .frozen
    } else if reader.beginCase("freezeFailed") {
      try reader.key("errno")
      let errno = try Int32(from: &reader)
      self = .freezeFailed(errno: errno)
    } else if reader.beginCase("thawedFromOutside") {
      self = .thawedFromOutside
    } else if reader.beginCase("inspected") {
      try reader.key("_0")
      let _0 = try Inspection(from: &reader)
      self = .inspected(_0)
    } else if reader.beginCase("usedProcessor") {
      try reader.key("total")
      let total = try Duration(from: &reader)
      self = .usedProcessor(total: total)
    } else if reader.beginCase("measured") {
      try reader.key("_0")
      let _0 = try ResourceUsage(from: &reader)
      self = .measured(_0)
    } else if reader.beginCase("footprint") {
      try reader.key("bytes")
      let bytes = try Int64(from: &reader)
      self = .footprint(bytes: bytes)
    } else if reader.beginCase("pagedOut") {
      try reader.key("_0")
      let _0 = try PageOutReport(from: &reader)
      self = .pagedOut(_0)
    } else if reader.beginCase("pagedIn") {
      try reader.key("_0")
      let _0 = try PageInReport(from: &reader)
      self = .pagedIn(_0)
    } else if reader.beginCase("readBack") {
      try reader.key("_0")
      let _0 = try ReadBackReport(from: &reader)
      self = .readBack(_0)
    } else if reader.beginCase("audio") {
      try reader.key("isPlaying")
      let isPlaying = try Bool(from: &reader)
      self = .audio(isPlaying: isPlaying)
    } else if reader.beginCase("submittedGPUWork") {
      self = .submittedGPUWork
    } else if reader.beginCase("hazard") {
      try reader.key("_0")
      let _0 = try Hazard(from: &reader)
      try reader.key("isPresent")
      let isPresent = try Bool(from: &reader)
      self = .hazard(_0, isPresent: isPresent)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension Inspection {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let footprintBytes {
      writer.key("footprintBytes")
      footprintBytes.write(to: &writer)
    }
    writer.key("hazards")
    hazards.write(to: &writer)
    if let usage {
      writer.key("usage")
      usage.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    footprintBytes = try reader.hasKey("footprintBytes") ? Int64(from: &reader) : nil
    try reader.key("hazards")
    hazards = try [Hazard](from: &reader)
    usage = try reader.hasKey("usage") ? ResourceUsage(from: &reader) : nil
    try reader.endObject()
  }
}

extension Hazard {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .fileLock(let path, let hasWaiters):
      writer.beginCase("fileLock")
      writer.key("hasWaiters")
      hasWaiters.write(to: &writer)
      writer.key("path")
      path.write(to: &writer)
      writer.endCase()
    case .controllingTerminal(let name):
      writer.beginCase("controllingTerminal")
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    case .sessionLeader(let pid):
      writer.beginCase("sessionLeader")
      writer.key("pid")
      pid.write(to: &writer)
      writer.endCase()
    case .callersShell(let pid):
      writer.beginCase("callersShell")
      writer.key("pid")
      pid.write(to: &writer)
      writer.endCase()
    case .displayServer(let socket):
      writer.beginCase("displayServer")
      writer.key("socket")
      socket.write(to: &writer)
      writer.endCase()
    case .busName(let name, let hasCaller):
      writer.beginCase("busName")
      writer.key("hasCaller")
      hasCaller.write(to: &writer)
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    case .servedSocket(let name, let hasWaiters):
      writer.beginCase("servedSocket")
      writer.key("hasWaiters")
      hasWaiters.write(to: &writer)
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    case .pushMessage(let name):
      writer.beginCase("pushMessage")
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    case .inputGrab: writer.write(case: "inputGrab")
    case .hasFocus: writer.write(case: "hasFocus")
    case .isUnderPointer: writer.write(case: "isUnderPointer")
    case .hasStatusItem: writer.write(case: "hasStatusItem")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("fileLock") {
      try reader.key("hasWaiters")
      let hasWaiters = try Bool(from: &reader)
      try reader.key("path")
      let path = try String(from: &reader)
      self = .fileLock(path: path, hasWaiters: hasWaiters)
    } else if reader.beginCase("controllingTerminal") {
      try reader.key("name")
      let name = try String(from: &reader)
      self = .controllingTerminal(name: name)
    } else if reader.beginCase("sessionLeader") {
      try reader.key("pid")
      let pid = try Int32(from: &reader)
      self = .sessionLeader(pid: pid)
    } else if reader.beginCase("callersShell") {
      try reader.key("pid")
      let pid = try Int32(from: &reader)
      self = .callersShell(pid: pid)
    } else if reader.beginCase("displayServer") {
      try reader.key("socket")
      let socket = try String(from: &reader)
      self = .displayServer(socket: socket)
    } else if reader.beginCase("busName") {
      try reader.key("hasCaller")
      let hasCaller = try Bool(from: &reader)
      try reader.key("name")
      let name = try String(from: &reader)
      self = .busName(name: name, hasCaller: hasCaller)
    } else if reader.beginCase("servedSocket") {
      try reader.key("hasWaiters")
      let hasWaiters = try Bool(from: &reader)
      try reader.key("name")
      let name = try String(from: &reader)
      self = .servedSocket(name: name, hasWaiters: hasWaiters)
    } else if reader.beginCase("pushMessage") {
      try reader.key("name")
      let name = try String(from: &reader)
      self = .pushMessage(name: name)
    } else if reader.beginCase("inputGrab") {
      self = .inputGrab
    } else if reader.beginCase("hasFocus") {
      self = .hasFocus
    } else if reader.beginCase("isUnderPointer") {
      self = .isUnderPointer
    } else if reader.beginCase("hasStatusItem") {
      self = .hasStatusItem
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension DeviceEvent {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .configured(let _0):
      writer.beginCase("configured")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .booted: writer.write(case: "booted")
    case .daemonRestarted(let survivors):
      writer.beginCase("daemonRestarted")
      writer.key("survivors")
      survivors.write(to: &writer)
      writer.endCase()
    case .slept(let from, let until):
      writer.beginCase("slept")
      writer.key("from")
      from.write(to: &writer)
      writer.key("until")
      until.write(to: &writer)
      writer.endCase()
    case .machineStops: writer.write(case: "machineStops")
    case .loggedOut(let apps):
      writer.beginCase("loggedOut")
      writer.key("apps")
      apps.write(to: &writer)
      writer.endCase()
    case .memory(let _0):
      writer.beginCase("memory")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .power(let _0):
      writer.beginCase("power")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .network(let _0):
      writer.beginCase("network")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .thermal(let _0):
      writer.beginCase("thermal")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .storage(let freeBytes, let totalBytes):
      writer.beginCase("storage")
      writer.key("freeBytes")
      freeBytes.write(to: &writer)
      if let totalBytes {
        writer.key("totalBytes")
        totalBytes.write(to: &writer)
      }
      writer.endCase()
    case .caches(let _0):
      writer.beginCase("caches")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .swap(let _0):
      writer.beginCase("swap")
      if let _0 {
        writer.key("_0")
        _0.write(to: &writer)
      }
      writer.endCase()
    case .push(let _0):
      writer.beginCase("push")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .pushToken(let app, let kind, let token):
      writer.beginCase("pushToken")
      writer.key("app")
      app.write(to: &writer)
      writer.key("kind")
      kind.write(to: &writer)
      writer.key("token")
      token.write(to: &writer)
      writer.endCase()
    case .wallClock(let unixNanoseconds):
      writer.beginCase("wallClock")
      writer.key("unixNanoseconds")
      unixNanoseconds.write(to: &writer)
      writer.endCase()
    case .timeZone(let _0):
      writer.beginCase("timeZone")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .adopted(let _0):
      writer.beginCase("adopted")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .restrictions(let _0):
      writer.beginCase("restrictions")
      if let _0 {
        writer.key("_0")
        _0.write(to: &writer)
      }
      writer.endCase()
    case .notificationWaits(let app, let notification):
      writer.beginCase("notificationWaits")
      writer.key("app")
      app.write(to: &writer)
      writer.key("notification")
      notification.write(to: &writer)
      writer.endCase()
    case .notificationShown(let app, let notification):
      writer.beginCase("notificationShown")
      writer.key("app")
      app.write(to: &writer)
      writer.key("notification")
      notification.write(to: &writer)
      writer.endCase()
    case .userIdle(let since):
      writer.beginCase("userIdle")
      if let since {
        writer.key("since")
        since.write(to: &writer)
      }
      writer.endCase()
    case .hearsInput(let _0):
      writer.beginCase("hearsInput")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .windows(let _0):
      writer.beginCase("windows")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .interruption(let by, let begins):
      writer.beginCase("interruption")
      writer.key("begins")
      begins.write(to: &writer)
      writer.key("by")
      by.write(to: &writer)
      writer.endCase()
    case .usageHistory(let app, let openedAgo):
      writer.beginCase("usageHistory")
      writer.key("app")
      app.write(to: &writer)
      writer.key("openedAgo")
      openedAgo.write(to: &writer)
      writer.endCase()
    case .location(let _0):
      writer.beginCase("location")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .accessory(let _0):
      writer.beginCase("accessory")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .bluetooth(let _0):
      writer.beginCase("bluetooth")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .beacons(let _0):
      writer.beginCase("beacons")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .descriptor(let app, let name, let isHungUp, let isUnread):
      writer.beginCase("descriptor")
      writer.key("app")
      app.write(to: &writer)
      writer.key("isHungUp")
      isHungUp.write(to: &writer)
      writer.key("isUnread")
      isUnread.write(to: &writer)
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    case .descriptorLost(let app, let name):
      writer.beginCase("descriptorLost")
      writer.key("app")
      app.write(to: &writer)
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("configured") {
      try reader.key("_0")
      let _0 = try DeviceConfiguration(from: &reader)
      self = .configured(_0)
    } else if reader.beginCase("booted") {
      self = .booted
    } else if reader.beginCase("daemonRestarted") {
      try reader.key("survivors")
      let survivors = try [Survivor](from: &reader)
      self = .daemonRestarted(survivors: survivors)
    } else if reader.beginCase("slept") {
      try reader.key("from")
      let from = try Instant(from: &reader)
      try reader.key("until")
      let until = try Instant(from: &reader)
      self = .slept(from: from, until: until)
    } else if reader.beginCase("machineStops") {
      self = .machineStops
    } else if reader.beginCase("loggedOut") {
      try reader.key("apps")
      let apps = try [AppIdentifier](from: &reader)
      self = .loggedOut(apps: apps)
    } else if reader.beginCase("memory") {
      try reader.key("_0")
      let _0 = try MemoryReport(from: &reader)
      self = .memory(_0)
    } else if reader.beginCase("power") {
      try reader.key("_0")
      let _0 = try PowerState(from: &reader)
      self = .power(_0)
    } else if reader.beginCase("network") {
      try reader.key("_0")
      let _0 = try NetworkState(from: &reader)
      self = .network(_0)
    } else if reader.beginCase("thermal") {
      try reader.key("_0")
      let _0 = try ThermalState(from: &reader)
      self = .thermal(_0)
    } else if reader.beginCase("storage") {
      try reader.key("freeBytes")
      let freeBytes = try Int64(from: &reader)
      let totalBytes = try reader.hasKey("totalBytes") ? Int64(from: &reader) : nil
      self = .storage(freeBytes: freeBytes, totalBytes: totalBytes)
    } else if reader.beginCase("caches") {
      try reader.key("_0")
      let _0 = try CacheReport(from: &reader)
      self = .caches(_0)
    } else if reader.beginCase("swap") {
      let _0 = try reader.hasKey("_0") ? SwapState(from: &reader) : nil
      self = .swap(_0)
    } else if reader.beginCase("push") {
      try reader.key("_0")
      let _0 = try Push(from: &reader)
      self = .push(_0)
    } else if reader.beginCase("pushToken") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      try reader.key("kind")
      let kind = try PushTokenKind(from: &reader)
      try reader.key("token")
      let token = try String(from: &reader)
      self = .pushToken(app: app, kind: kind, token: token)
    } else if reader.beginCase("wallClock") {
      try reader.key("unixNanoseconds")
      let unixNanoseconds = try Int64(from: &reader)
      self = .wallClock(unixNanoseconds: unixNanoseconds)
    } else if reader.beginCase("timeZone") {
      try reader.key("_0")
      let _0 = try ZoneRules(from: &reader)
      self = .timeZone(_0)
    } else if reader.beginCase("adopted") {
      try reader.key("_0")
      let _0 = try AppManifest(from: &reader)
      self = .adopted(_0)
    } else if reader.beginCase("restrictions") {
      let _0 = try reader.hasKey("_0") ? Restrictions(from: &reader) : nil
      self = .restrictions(_0)
    } else if reader.beginCase("notificationWaits") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      try reader.key("notification")
      let notification = try String(from: &reader)
      self = .notificationWaits(app: app, notification: notification)
    } else if reader.beginCase("notificationShown") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      try reader.key("notification")
      let notification = try String(from: &reader)
      self = .notificationShown(app: app, notification: notification)
    } else if reader.beginCase("userIdle") {
      let since = try reader.hasKey("since") ? Instant(from: &reader) : nil
      self = .userIdle(since: since)
    } else if reader.beginCase("hearsInput") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .hearsInput(_0)
    } else if reader.beginCase("windows") {
      try reader.key("_0")
      let _0 = try [LaunchWindows](from: &reader)
      self = .windows(_0)
    } else if reader.beginCase("interruption") {
      try reader.key("begins")
      let begins = try Bool(from: &reader)
      try reader.key("by")
      let by = try MachineInterruption(from: &reader)
      self = .interruption(by: by, begins: begins)
    } else if reader.beginCase("usageHistory") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      try reader.key("openedAgo")
      let openedAgo = try [Duration](from: &reader)
      self = .usageHistory(app: app, openedAgo: openedAgo)
    } else if reader.beginCase("location") {
      try reader.key("_0")
      let _0 = try Location(from: &reader)
      self = .location(_0)
    } else if reader.beginCase("accessory") {
      try reader.key("_0")
      let _0 = try AccessoryEvent(from: &reader)
      self = .accessory(_0)
    } else if reader.beginCase("bluetooth") {
      try reader.key("_0")
      let _0 = try BluetoothEvent(from: &reader)
      self = .bluetooth(_0)
    } else if reader.beginCase("beacons") {
      try reader.key("_0")
      let _0 = try [BeaconSighting](from: &reader)
      self = .beacons(_0)
    } else if reader.beginCase("descriptor") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      try reader.key("isHungUp")
      let isHungUp = try Bool(from: &reader)
      try reader.key("isUnread")
      let isUnread = try Bool(from: &reader)
      try reader.key("name")
      let name = try String(from: &reader)
      self = .descriptor(app: app, name: name, isHungUp: isHungUp, isUnread: isUnread)
    } else if reader.beginCase("descriptorLost") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      try reader.key("name")
      let name = try String(from: &reader)
      self = .descriptorLost(app: app, name: name)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension Survivor {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    if let commandEnd {
      writer.key("commandEnd")
      commandEnd.write(to: &writer)
    }
    if let end {
      writer.key("end")
      end.write(to: &writer)
    }
    writer.key("isFrozen")
    isFrozen.write(to: &writer)
    writer.key("launch")
    launch.write(to: &writer)
    if let usage {
      writer.key("usage")
      usage.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    commandEnd = try reader.hasKey("commandEnd") ? CommandEnd(from: &reader) : nil
    end = try reader.hasKey("end") ? ExitStatus(from: &reader) : nil
    try reader.key("isFrozen")
    isFrozen = try Bool(from: &reader)
    try reader.key("launch")
    launch = try LaunchIdentifier(from: &reader)
    usage = try reader.hasKey("usage") ? ResourceUsage(from: &reader) : nil
    try reader.endObject()
  }
}

extension CommandEnd {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("remaining")
    remaining.write(to: &writer)
    writer.key("status")
    status.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("remaining")
    remaining = try Int(from: &reader)
    try reader.key("status")
    status = try ExitStatus(from: &reader)
    try reader.endObject()
  }
}

extension Push {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let alert {
      writer.key("alert")
      alert.write(to: &writer)
    }
    writer.key("app")
    app.write(to: &writer)
    if let collapseIdentifier {
      writer.key("collapseIdentifier")
      collapseIdentifier.write(to: &writer)
    }
    writer.key("hasContent")
    hasContent.write(to: &writer)
    if let identifier {
      writer.key("identifier")
      identifier.write(to: &writer)
    }
    writer.key("isServiceUpdate")
    isServiceUpdate.write(to: &writer)
    writer.key("isVisible")
    isVisible.write(to: &writer)
    writer.key("kind")
    kind.write(to: &writer)
    if let lifetime {
      writer.key("lifetime")
      lifetime.write(to: &writer)
    }
    writer.key("needsNetwork")
    needsNetwork.write(to: &writer)
    writer.key("payload")
    payload.write(to: &writer)
    writer.key("priority")
    priority.write(to: &writer)
    if let sentWallMicroseconds {
      writer.key("sentWallMicroseconds")
      sentWallMicroseconds.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    alert = try reader.hasKey("alert") ? NotificationContent(from: &reader) : nil
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    collapseIdentifier = try reader.hasKey("collapseIdentifier") ? String(from: &reader) : nil
    try reader.key("hasContent")
    hasContent = try Bool(from: &reader)
    identifier = try reader.hasKey("identifier") ? String(from: &reader) : nil
    try reader.key("isServiceUpdate")
    isServiceUpdate = try Bool(from: &reader)
    try reader.key("isVisible")
    isVisible = try Bool(from: &reader)
    try reader.key("kind")
    kind = try PushKind(from: &reader)
    lifetime = try reader.hasKey("lifetime") ? Duration(from: &reader) : nil
    try reader.key("needsNetwork")
    needsNetwork = try Bool(from: &reader)
    try reader.key("payload")
    payload = try String(from: &reader)
    try reader.key("priority")
    priority = try PushPriority(from: &reader)
    sentWallMicroseconds = try reader.hasKey("sentWallMicroseconds") ? Int64(from: &reader) : nil
    try reader.endObject()
  }
}

extension MemoryReport {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("availableBytes")
    availableBytes.write(to: &writer)
    if let evidence {
      writer.key("evidence")
      evidence.write(to: &writer)
    }
    writer.key("level")
    level.write(to: &writer)
    writer.key("totalBytes")
    totalBytes.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("availableBytes")
    availableBytes = try Int64(from: &reader)
    evidence = try reader.hasKey("evidence") ? MemoryEvidence(from: &reader) : nil
    try reader.key("level")
    level = try MemoryPressureLevel(from: &reader)
    try reader.key("totalBytes")
    totalBytes = try Int64(from: &reader)
    try reader.endObject()
  }
}

extension MemoryEvidence {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("cachedSwapBytes")
    cachedSwapBytes.write(to: &writer)
    writer.key("fileCacheBytes")
    fileCacheBytes.write(to: &writer)
    writer.key("fullStallPermille")
    fullStallPermille.write(to: &writer)
    writer.key("isFresh")
    isFresh.write(to: &writer)
    if let kernelKills {
      writer.key("kernelKills")
      kernelKills.write(to: &writer)
    }
    writer.key("refaultedBytes")
    refaultedBytes.write(to: &writer)
    writer.key("someStallPermille")
    someStallPermille.write(to: &writer)
    if let swap {
      writer.key("swap")
      swap.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("cachedSwapBytes")
    cachedSwapBytes = try Int64(from: &reader)
    try reader.key("fileCacheBytes")
    fileCacheBytes = try Int64(from: &reader)
    try reader.key("fullStallPermille")
    fullStallPermille = try Int(from: &reader)
    try reader.key("isFresh")
    isFresh = try Bool(from: &reader)
    kernelKills = try reader.hasKey("kernelKills") ? Int64(from: &reader) : nil
    try reader.key("refaultedBytes")
    refaultedBytes = try Int64(from: &reader)
    try reader.key("someStallPermille")
    someStallPermille = try Int(from: &reader)
    swap = try reader.hasKey("swap") ? SwapState(from: &reader) : nil
    try reader.endObject()
  }
}

extension SwapState {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("freeBytes")
    freeBytes.write(to: &writer)
    writer.key("totalBytes")
    totalBytes.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("freeBytes")
    freeBytes = try Int64(from: &reader)
    try reader.key("totalBytes")
    totalBytes = try Int64(from: &reader)
    try reader.endObject()
  }
}

extension PageOutOrder {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("bytesMax")
    bytesMax.write(to: &writer)
    if let isUrgent {
      writer.key("isUrgent")
      isUrgent.write(to: &writer)
    }
    writer.key("launch")
    launch.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("bytesMax")
    bytesMax = try Int64(from: &reader)
    isUrgent = try reader.hasKey("isUrgent") ? Bool(from: &reader) : nil
    try reader.key("launch")
    launch = try LaunchIdentifier(from: &reader)
    try reader.endObject()
  }
}

extension PageOutReport {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("freedBytes")
    freedBytes.write(to: &writer)
    writer.key("isComplete")
    isComplete.write(to: &writer)
    if let swap {
      writer.key("swap")
      swap.write(to: &writer)
    }
    writer.key("writtenBytes")
    writtenBytes.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("freedBytes")
    freedBytes = try Int64(from: &reader)
    try reader.key("isComplete")
    isComplete = try Bool(from: &reader)
    swap = try reader.hasKey("swap") ? SwapState(from: &reader) : nil
    try reader.key("writtenBytes")
    writtenBytes = try Int64(from: &reader)
    try reader.endObject()
  }
}

extension ReadBackOrder {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("availablePermilleMin")
    availablePermilleMin.write(to: &writer)
    writer.key("bytesMax")
    bytesMax.write(to: &writer)
    writer.key("launch")
    launch.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("availablePermilleMin")
    availablePermilleMin = try Int(from: &reader)
    try reader.key("bytesMax")
    bytesMax = try Int64(from: &reader)
    try reader.key("launch")
    launch = try LaunchIdentifier(from: &reader)
    try reader.endObject()
  }
}

extension ReadBackReport {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("readBytes")
    readBytes.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("readBytes")
    readBytes = try Int64(from: &reader)
    try reader.endObject()
  }
}

extension PageInReport {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("majorFaults")
    majorFaults.write(to: &writer)
    if let swap {
      writer.key("swap")
      swap.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("majorFaults")
    majorFaults = try Int64(from: &reader)
    swap = try reader.hasKey("swap") ? SwapState(from: &reader) : nil
    try reader.endObject()
  }
}

extension NotificationKey {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("identifier")
    identifier = try String(from: &reader)
    try reader.endObject()
  }
}

extension CacheReport {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("app")
    app.write(to: &writer)
    writer.key("bytes")
    bytes.write(to: &writer)
    if let errno {
      writer.key("errno")
      errno.write(to: &writer)
    }
    if let freeBytes {
      writer.key("freeBytes")
      freeBytes.write(to: &writer)
    }
    writer.key("isPurge")
    isPurge.write(to: &writer)
    writer.key("isStopped")
    isStopped.write(to: &writer)
    if let risenBytes {
      writer.key("risenBytes")
      risenBytes.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("app")
    app = try AppIdentifier(from: &reader)
    try reader.key("bytes")
    bytes = try Int64(from: &reader)
    errno = try reader.hasKey("errno") ? Int32(from: &reader) : nil
    freeBytes = try reader.hasKey("freeBytes") ? Int64(from: &reader) : nil
    try reader.key("isPurge")
    isPurge = try Bool(from: &reader)
    try reader.key("isStopped")
    isStopped = try Bool(from: &reader)
    risenBytes = try reader.hasKey("risenBytes") ? Int64(from: &reader) : nil
    try reader.endObject()
  }
}

extension TransferAction {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .start(let _0, let ownerUserID, let configuration):
      writer.beginCase("start")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("configuration")
      configuration.write(to: &writer)
      writer.key("ownerUserID")
      ownerUserID.write(to: &writer)
      writer.endCase()
    case .pause(let _0):
      writer.beginCase("pause")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .resume(let _0):
      writer.beginCase("resume")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .cancel(let _0):
      writer.beginCase("cancel")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .retry(let _0):
      writer.beginCase("retry")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .remove(let _0):
      writer.beginCase("remove")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("start") {
      try reader.key("_0")
      let _0 = try [TransferRequest](from: &reader)
      try reader.key("configuration")
      let configuration = try SessionConfiguration(from: &reader)
      try reader.key("ownerUserID")
      let ownerUserID = try UInt32(from: &reader)
      self = .start(_0, ownerUserID: ownerUserID, configuration: configuration)
    } else if reader.beginCase("pause") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      self = .pause(_0)
    } else if reader.beginCase("resume") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      self = .resume(_0)
    } else if reader.beginCase("cancel") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      self = .cancel(_0)
    } else if reader.beginCase("retry") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      self = .retry(_0)
    } else if reader.beginCase("remove") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      self = .remove(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension TransferReport {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("attempt")
    attempt.write(to: &writer)
    writer.key("bytes")
    bytes.write(to: &writer)
    writer.key("event")
    event.write(to: &writer)
    if let isRerouted {
      writer.key("isRerouted")
      isRerouted.write(to: &writer)
    }
    if let isUnderWay {
      writer.key("isUnderWay")
      isUnderWay.write(to: &writer)
    }
    writer.key("movedBytes")
    movedBytes.write(to: &writer)
    if let newBytes {
      writer.key("newBytes")
      newBytes.write(to: &writer)
    }
    writer.key("transfer")
    transfer.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("attempt")
    attempt = try UInt32(from: &reader)
    try reader.key("bytes")
    bytes = try Int64(from: &reader)
    try reader.key("event")
    event = try TransferEvent(from: &reader)
    isRerouted = try reader.hasKey("isRerouted") ? Bool(from: &reader) : nil
    isUnderWay = try reader.hasKey("isUnderWay") ? Bool(from: &reader) : nil
    try reader.key("movedBytes")
    movedBytes = try Int64(from: &reader)
    newBytes = try reader.hasKey("newBytes") ? Int64(from: &reader) : nil
    try reader.key("transfer")
    transfer = try TransferIdentifier(from: &reader)
    try reader.endObject()
  }
}

extension TransferEvent {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .finished(let status):
      writer.beginCase("finished")
      writer.key("status")
      status.write(to: &writer)
      writer.endCase()
    case .failed(let _0, let status, let retryAfter):
      writer.beginCase("failed")
      writer.key("_0")
      _0.write(to: &writer)
      if let retryAfter {
        writer.key("retryAfter")
        retryAfter.write(to: &writer)
      }
      writer.key("status")
      status.write(to: &writer)
      writer.endCase()
    case .challenged: writer.write(case: "challenged")
    case .interrupted: writer.write(case: "interrupted")
    case .progressed: writer.write(case: "progressed")
    case .stopped: writer.write(case: "stopped")
    case .withdrawn: writer.write(case: "withdrawn")
    case .moved: writer.write(case: "moved")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("finished") {
      try reader.key("status")
      let status = try Int(from: &reader)
      self = .finished(status: status)
    } else if reader.beginCase("failed") {
      try reader.key("_0")
      let _0 = try TransferError(from: &reader)
      let retryAfter = try reader.hasKey("retryAfter") ? Duration(from: &reader) : nil
      try reader.key("status")
      let status = try Int(from: &reader)
      self = .failed(_0, status: status, retryAfter: retryAfter)
    } else if reader.beginCase("challenged") {
      self = .challenged
    } else if reader.beginCase("interrupted") {
      self = .interrupted
    } else if reader.beginCase("progressed") {
      self = .progressed
    } else if reader.beginCase("stopped") {
      self = .stopped
    } else if reader.beginCase("withdrawn") {
      self = .withdrawn
    } else if reader.beginCase("moved") {
      self = .moved
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension TransferOwner {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .app(let _0):
      writer.beginCase("app")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .user(let _0):
      writer.beginCase("user")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("app") {
      try reader.key("_0")
      let _0 = try AppIdentifier(from: &reader)
      self = .app(_0)
    } else if reader.beginCase("user") {
      try reader.key("_0")
      let _0 = try UInt32(from: &reader)
      self = .user(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension LaunchWindows {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("launch")
    launch.write(to: &writer)
    if let visibility {
      writer.key("visibility")
      visibility.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("launch")
    launch = try LaunchIdentifier(from: &reader)
    visibility = try reader.hasKey("visibility") ? WindowVisibility(from: &reader) : nil
    try reader.endObject()
  }
}
