// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension AppRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .attach: writer.write(case: "attach")
    case .returned(let callback):
      writer.beginCase("returned")
      writer.key("callback")
      callback.write(to: &writer)
      writer.endCase()
    case .complete(let callback, let result):
      writer.beginCase("complete")
      writer.key("callback")
      callback.write(to: &writer)
      writer.key("result")
      result.write(to: &writer)
      writer.endCase()
    case .beginBackgroundTask(let name, let hasExpirationHandler, let key):
      writer.beginCase("beginBackgroundTask")
      writer.key("hasExpirationHandler")
      hasExpirationHandler.write(to: &writer)
      if let key {
        writer.key("key")
        key.write(to: &writer)
      }
      if let name {
        writer.key("name")
        name.write(to: &writer)
      }
      writer.endCase()
    case .endBackgroundTask(let task):
      writer.beginCase("endBackgroundTask")
      writer.key("task")
      task.write(to: &writer)
      writer.endCase()
    case .performExpiringActivity(let reason, let key):
      writer.beginCase("performExpiringActivity")
      if let key {
        writer.key("key")
        key.write(to: &writer)
      }
      writer.key("reason")
      reason.write(to: &writer)
      writer.endCase()
    case .backgroundTimeRemaining: writer.write(case: "backgroundTimeRemaining")
    case .isMultitaskingSupported: writer.write(case: "isMultitaskingSupported")
    case .registerTask(let identifier, let key, let type):
      writer.beginCase("registerTask")
      writer.key("identifier")
      identifier.write(to: &writer)
      if let key {
        writer.key("key")
        key.write(to: &writer)
      }
      if let type {
        writer.key("type")
        type.write(to: &writer)
      }
      writer.endCase()
    case .submitTask(let _0):
      writer.beginCase("submitTask")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .cancelTaskRequest(let identifier):
      writer.beginCase("cancelTaskRequest")
      if let identifier {
        writer.key("identifier")
        identifier.write(to: &writer)
      }
      writer.endCase()
    case .pendingTaskRequests: writer.write(case: "pendingTaskRequests")
    case .setExpirationHandler(let callback, let isSet):
      writer.beginCase("setExpirationHandler")
      writer.key("callback")
      callback.write(to: &writer)
      writer.key("isSet")
      isSet.write(to: &writer)
      writer.endCase()
    case .reportProgress(let callback, let permille, let title, let subtitle):
      writer.beginCase("reportProgress")
      writer.key("callback")
      callback.write(to: &writer)
      writer.key("permille")
      permille.write(to: &writer)
      if let subtitle {
        writer.key("subtitle")
        subtitle.write(to: &writer)
      }
      if let title {
        writer.key("title")
        title.write(to: &writer)
      }
      writer.endCase()
    case .setFetchInterval(let _0):
      writer.beginCase("setFetchInterval")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .session(let _0):
      writer.beginCase("session")
      writer.key("_0")
      _0.write(to: &writer)
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
    if reader.beginCase("attach") {
      self = .attach
    } else if reader.beginCase("returned") {
      try reader.key("callback")
      let callback = try CallbackToken(from: &reader)
      self = .returned(callback: callback)
    } else if reader.beginCase("complete") {
      try reader.key("callback")
      let callback = try CallbackToken(from: &reader)
      try reader.key("result")
      let result = try CompletionResult(from: &reader)
      self = .complete(callback: callback, result: result)
    } else if reader.beginCase("beginBackgroundTask") {
      try reader.key("hasExpirationHandler")
      let hasExpirationHandler = try Bool(from: &reader)
      let key = try reader.hasKey("key") ? String(from: &reader) : nil
      let name = try reader.hasKey("name") ? String(from: &reader) : nil
      self = .beginBackgroundTask(name: name, hasExpirationHandler: hasExpirationHandler, key: key)
    } else if reader.beginCase("endBackgroundTask") {
      try reader.key("task")
      let task = try BackgroundTaskIdentifier(from: &reader)
      self = .endBackgroundTask(task: task)
    } else if reader.beginCase("performExpiringActivity") {
      let key = try reader.hasKey("key") ? String(from: &reader) : nil
      try reader.key("reason")
      let reason = try String(from: &reader)
      self = .performExpiringActivity(reason: reason, key: key)
    } else if reader.beginCase("backgroundTimeRemaining") {
      self = .backgroundTimeRemaining
    } else if reader.beginCase("isMultitaskingSupported") {
      self = .isMultitaskingSupported
    } else if reader.beginCase("registerTask") {
      try reader.key("identifier")
      let identifier = try String(from: &reader)
      let key = try reader.hasKey("key") ? String(from: &reader) : nil
      let type = try reader.hasKey("type") ? TaskType(from: &reader) : nil
      self = .registerTask(identifier: identifier, key: key, type: type)
    } else if reader.beginCase("submitTask") {
      try reader.key("_0")
      let _0 = try TaskRequest(from: &reader)
      self = .submitTask(_0)
    } else if reader.beginCase("cancelTaskRequest") {
      let identifier = try reader.hasKey("identifier") ? String(from: &reader) : nil
      self = .cancelTaskRequest(identifier: identifier)
    } else if reader.beginCase("pendingTaskRequests") {
      self = .pendingTaskRequests
    } else if reader.beginCase("setExpirationHandler") {
      try reader.key("callback")
      let callback = try CallbackToken(from: &reader)
      try reader.key("isSet")
      let isSet = try Bool(from: &reader)
      self = .setExpirationHandler(callback: callback, isSet: isSet)
    } else if reader.beginCase("reportProgress") {
      try reader.key("callback")
      let callback = try CallbackToken(from: &reader)
      try reader.key("permille")
      let permille = try Int(from: &reader)
      let subtitle = try reader.hasKey("subtitle") ? String(from: &reader) : nil
      let title = try reader.hasKey("title") ? String(from: &reader) : nil
      self = .reportProgress(
        callback: callback,
        permille: permille,
        title: title,
        subtitle: subtitle
      )
    } else if reader.beginCase("setFetchInterval") {
      try reader.key("_0")
      let _0 = try FetchInterval(from: &reader)
      self = .setFetchInterval(_0)
    } else if reader.beginCase("session") {
      try reader.key("_0")
      let _0 = try SessionRequest(from: &reader)
      self = .session(_0)
    } else if reader.beginCase("mode") {
      try reader.key("_0")
      let _0 = try ServiceRequest(from: &reader)
      self = .service(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension ExitReason {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .code(let _0):
      writer.beginCase("code")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .crash(let signal):
      writer.beginCase("crash")
      writer.key("signal")
      signal.write(to: &writer)
      writer.endCase()
    case .exit(let status):
      writer.beginCase("exit")
      writer.key("status")
      status.write(to: &writer)
      writer.endCase()
    case .killedExternally: writer.write(case: "killedFromOutside")
    case .jetsam: writer.write(case: "jetsam")
    case .outOfMemory: writer.write(case: "outOfMemory")
    case .forceQuit: writer.write(case: "forceQuit")
    case .jobEnded: writer.write(case: "jobEnded")
    case .exitsOnSuspend: writer.write(case: "exitsOnSuspend")
    case .uninstall: writer.write(case: "uninstall")
    case .update: writer.write(case: "update")
    case .reboot: writer.write(case: "reboot")
    case .logout: writer.write(case: "logout")
    case .released: writer.write(case: "released")
    case .notStarted(let errno):
      writer.beginCase("notStarted")
      writer.key("errno")
      errno.write(to: &writer)
      writer.endCase()
    case .notInFolder(let path, let errno):
      writer.beginCase("notInFolder")
      writer.key("errno")
      errno.write(to: &writer)
      writer.key("path")
      path.write(to: &writer)
      writer.endCase()
    case .unseen: writer.write(case: "unseen")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("code") {
      try reader.key("_0")
      let _0 = try TerminationCode(from: &reader)
      self = .code(_0)
    } else if reader.beginCase("crash") {
      try reader.key("signal")
      let signal = try Int32(from: &reader)
      self = .crash(signal: signal)
    } else if reader.beginCase("exit") {
      try reader.key("status")
      let status = try Int32(from: &reader)
      self = .exit(status: status)
    } else if reader.beginCase("killedFromOutside") {
      self = .killedExternally
    } else if reader.beginCase("jetsam") {
      self = .jetsam
    } else if reader.beginCase("outOfMemory") {
      self = .outOfMemory
    } else if reader.beginCase("forceQuit") {
      self = .forceQuit
    } else if reader.beginCase("jobEnded") {
      self = .jobEnded
    } else if reader.beginCase("exitsOnSuspend") {
      self = .exitsOnSuspend
    } else if reader.beginCase("uninstall") {
      self = .uninstall
    } else if reader.beginCase("update") {
      self = .update
    } else if reader.beginCase("reboot") {
      self = .reboot
    } else if reader.beginCase("logout") {
      self = .logout
    } else if reader.beginCase("released") {
      self = .released
    } else if reader.beginCase("notStarted") {
      try reader.key("errno")
      let errno = try Int32(from: &reader)
      self = .notStarted(errno: errno)
    } else if reader.beginCase("notInFolder") {
      try reader.key("errno")
      let errno = try Int32(from: &reader)
      try reader.key("path")
      let path = try String(from: &reader)
      self = .notInFolder(path: path, errno: errno)
    } else if reader.beginCase("unseen") {
      self = .unseen
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension ExitStatus {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .exited(let status):
      writer.beginCase("exited")
      writer.key("status")
      status.write(to: &writer)
      writer.endCase()
    case .signalled(let signal):
      writer.beginCase("signalled")
      writer.key("signal")
      signal.write(to: &writer)
      writer.endCase()
    case .outOfMemory: writer.write(case: "outOfMemory")
    case .unknown: writer.write(case: "unknown")
    case .notStarted(let errno):
      writer.beginCase("notStarted")
      writer.key("errno")
      errno.write(to: &writer)
      writer.endCase()
    case .notInFolder(let path, let errno):
      writer.beginCase("notInFolder")
      writer.key("errno")
      errno.write(to: &writer)
      writer.key("path")
      path.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("exited") {
      try reader.key("status")
      let status = try Int32(from: &reader)
      self = .exited(status: status)
    } else if reader.beginCase("signalled") {
      try reader.key("signal")
      let signal = try Int32(from: &reader)
      self = .signalled(signal: signal)
    } else if reader.beginCase("outOfMemory") {
      self = .outOfMemory
    } else if reader.beginCase("unknown") {
      self = .unknown
    } else if reader.beginCase("notStarted") {
      try reader.key("errno")
      let errno = try Int32(from: &reader)
      self = .notStarted(errno: errno)
    } else if reader.beginCase("notInFolder") {
      try reader.key("errno")
      let errno = try Int32(from: &reader)
      try reader.key("path")
      let path = try String(from: &reader)
      self = .notInFolder(path: path, errno: errno)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
