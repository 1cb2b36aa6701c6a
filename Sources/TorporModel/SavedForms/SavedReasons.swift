// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension Decision {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("action")
    action.write(to: &writer)
    if let app {
      writer.key("app")
      app.write(to: &writer)
    }
    writer.key("at")
    at.write(to: &writer)
    writer.key("conditions")
    conditions.write(to: &writer)
    if let launch {
      writer.key("launch")
      launch.write(to: &writer)
    }
    writer.key("verdict")
    verdict.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("action")
    action = try Decision.Action(from: &reader)
    app = try reader.hasKey("app") ? AppIdentifier(from: &reader) : nil
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("conditions")
    conditions = try [Condition](from: &reader)
    launch = try reader.hasKey("launch") ? LaunchIdentifier(from: &reader) : nil
    try reader.key("verdict")
    verdict = try Decision.Verdict(from: &reader)
    try reader.endObject()
  }
}

extension Decision.Action {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .install: writer.write(case: "install")
    case .remove: writer.write(case: "remove")
    case .adopt: writer.write(case: "adopt")
    case .launch(let _0):
      writer.beginCase("launch")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .moveToForeground: writer.write(case: "moveToForeground")
    case .moveToBackground: writer.write(case: "moveToBackground")
    case .freeze: writer.write(case: "freeze")
    case .thaw: writer.write(case: "thaw")
    case .end(let _0):
      writer.beginCase("end")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .endCommand(let _0, let remaining):
      writer.beginCase("endCommand")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("remaining")
      remaining.write(to: &writer)
      writer.endCase()
    case .beginTask(let task, let name):
      writer.beginCase("beginTask")
      if let name {
        writer.key("name")
        name.write(to: &writer)
      }
      writer.key("task")
      task.write(to: &writer)
      writer.endCase()
    case .endTask(let task, let name):
      writer.beginCase("endTask")
      if let name {
        writer.key("name")
        name.write(to: &writer)
      }
      writer.key("task")
      task.write(to: &writer)
      writer.endCase()
    case .expireTask(let task, let name):
      writer.beginCase("expireTask")
      if let name {
        writer.key("name")
        name.write(to: &writer)
      }
      writer.key("task")
      task.write(to: &writer)
      writer.endCase()
    case .wake(let _0):
      writer.beginCase("wake")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .endUse(let _0):
      writer.beginCase("endUse")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .warnOfMemory: writer.write(case: "warnOfMemory")
    case .pageOut: writer.write(case: "pageOut")
    case .readBack: writer.write(case: "readBack")
    case .exempt: writer.write(case: "exempt")
    case .endExemption: writer.write(case: "endExemption")
    case .changeSettings: writer.write(case: "changeSettings")
    case .submit(let _0):
      writer.beginCase("submit")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .cancel(let _0):
      writer.beginCase("cancel")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .run(let _0):
      writer.beginCase("run")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .expire(let _0):
      writer.beginCase("expire")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .finish(let _0, let _1):
      writer.beginCase("finish")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("_1")
      _1.write(to: &writer)
      writer.endCase()
    case .schedule(let notification):
      writer.beginCase("schedule")
      writer.key("notification")
      notification.write(to: &writer)
      writer.endCase()
    case .show(let notification):
      writer.beginCase("show")
      writer.key("notification")
      notification.write(to: &writer)
      writer.endCase()
    case .use(let _0):
      writer.beginCase("use")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .provide(let _0):
      writer.beginCase("provide")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .sleep(let _0):
      writer.beginCase("sleep")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .sleepAgain: writer.write(case: "sleepAgain")
    case .purgeCaches(let freedBytes):
      writer.beginCase("purgeCaches")
      writer.key("freedBytes")
      freedBytes.write(to: &writer)
      writer.endCase()
    case .offload: writer.write(case: "offload")
    case .restoreProgram: writer.write(case: "restoreProgram")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("install") {
      self = .install
    } else if reader.beginCase("remove") {
      self = .remove
    } else if reader.beginCase("adopt") {
      self = .adopt
    } else if reader.beginCase("launch") {
      try reader.key("_0")
      let _0 = try LaunchDestination(from: &reader)
      self = .launch(_0)
    } else if reader.beginCase("moveToForeground") {
      self = .moveToForeground
    } else if reader.beginCase("moveToBackground") {
      self = .moveToBackground
    } else if reader.beginCase("freeze") {
      self = .freeze
    } else if reader.beginCase("thaw") {
      self = .thaw
    } else if reader.beginCase("end") {
      try reader.key("_0")
      let _0 = try ExitReason(from: &reader)
      self = .end(_0)
    } else if reader.beginCase("endCommand") {
      try reader.key("_0")
      let _0 = try ExitReason(from: &reader)
      try reader.key("remaining")
      let remaining = try Int(from: &reader)
      self = .endCommand(_0, remaining: remaining)
    } else if reader.beginCase("beginTask") {
      let name = try reader.hasKey("name") ? String(from: &reader) : nil
      try reader.key("task")
      let task = try BackgroundTaskIdentifier(from: &reader)
      self = .beginTask(task: task, name: name)
    } else if reader.beginCase("endTask") {
      let name = try reader.hasKey("name") ? String(from: &reader) : nil
      try reader.key("task")
      let task = try BackgroundTaskIdentifier(from: &reader)
      self = .endTask(task: task, name: name)
    } else if reader.beginCase("expireTask") {
      let name = try reader.hasKey("name") ? String(from: &reader) : nil
      try reader.key("task")
      let task = try BackgroundTaskIdentifier(from: &reader)
      self = .expireTask(task: task, name: name)
    } else if reader.beginCase("wake") {
      try reader.key("_0")
      let _0 = try WakeReason(from: &reader)
      self = .wake(_0)
    } else if reader.beginCase("endUse") {
      try reader.key("_0")
      let _0 = try BackgroundUse(from: &reader)
      self = .endUse(_0)
    } else if reader.beginCase("warnOfMemory") {
      self = .warnOfMemory
    } else if reader.beginCase("pageOut") {
      self = .pageOut
    } else if reader.beginCase("readBack") {
      self = .readBack
    } else if reader.beginCase("exempt") {
      self = .exempt
    } else if reader.beginCase("endExemption") {
      self = .endExemption
    } else if reader.beginCase("changeSettings") {
      self = .changeSettings
    } else if reader.beginCase("submit") {
      try reader.key("_0")
      let _0 = try Activity(from: &reader)
      self = .submit(_0)
    } else if reader.beginCase("cancel") {
      try reader.key("_0")
      let _0 = try Activity(from: &reader)
      self = .cancel(_0)
    } else if reader.beginCase("run") {
      try reader.key("_0")
      let _0 = try Activity(from: &reader)
      self = .run(_0)
    } else if reader.beginCase("expire") {
      try reader.key("_0")
      let _0 = try Activity(from: &reader)
      self = .expire(_0)
    } else if reader.beginCase("finish") {
      try reader.key("_0")
      let _0 = try Activity(from: &reader)
      try reader.key("_1")
      let _1 = try CompletionResult(from: &reader)
      self = .finish(_0, _1)
    } else if reader.beginCase("schedule") {
      try reader.key("notification")
      let notification = try String(from: &reader)
      self = .schedule(notification: notification)
    } else if reader.beginCase("show") {
      try reader.key("notification")
      let notification = try String(from: &reader)
      self = .show(notification: notification)
    } else if reader.beginCase("use") {
      try reader.key("_0")
      let _0 = try Permission(from: &reader)
      self = .use(_0)
    } else if reader.beginCase("provide") {
      try reader.key("_0")
      let _0 = try ProfileCapability(from: &reader)
      self = .provide(_0)
    } else if reader.beginCase("sleep") {
      try reader.key("_0")
      let _0 = try Duration(from: &reader)
      self = .sleep(_0)
    } else if reader.beginCase("sleepAgain") {
      self = .sleepAgain
    } else if reader.beginCase("purgeCaches") {
      try reader.key("freedBytes")
      let freedBytes = try Int64(from: &reader)
      self = .purgeCaches(freedBytes: freedBytes)
    } else if reader.beginCase("offload") {
      self = .offload
    } else if reader.beginCase("restoreProgram") {
      self = .restoreProgram
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
