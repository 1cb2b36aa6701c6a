// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension ProcessLifecycle.State {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .notRunning: writer.write(case: "notRunning")
    case .launching(let _0):
      writer.beginCase("launching")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .active(let launch):
      writer.beginCase("active")
      writer.key("launch")
      launch.write(to: &writer)
      writer.endCase()
    case .inactive(let launch):
      writer.beginCase("inactive")
      writer.key("launch")
      launch.write(to: &writer)
      writer.endCase()
    case .background(let launch):
      writer.beginCase("background")
      writer.key("launch")
      launch.write(to: &writer)
      writer.endCase()
    case .inspecting(let launch):
      writer.beginCase("inspecting")
      writer.key("launch")
      launch.write(to: &writer)
      writer.endCase()
    case .freezing(let launch):
      writer.beginCase("freezing")
      writer.key("launch")
      launch.write(to: &writer)
      writer.endCase()
    case .suspended(let launch):
      writer.beginCase("suspended")
      writer.key("launch")
      launch.write(to: &writer)
      writer.endCase()
    case .terminating(let launch, let reason, let deadline):
      writer.beginCase("terminating")
      writer.key("deadline")
      deadline.write(to: &writer)
      writer.key("launch")
      launch.write(to: &writer)
      writer.key("reason")
      reason.write(to: &writer)
      writer.endCase()
    case .killed(let launch, let reason):
      writer.beginCase("killed")
      writer.key("launch")
      launch.write(to: &writer)
      writer.key("reason")
      reason.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("notRunning") {
      self = .notRunning
    } else if reader.beginCase("launching") {
      try reader.key("_0")
      let _0 = try ProcessLifecycle.Launching(from: &reader)
      self = .launching(_0)
    } else if reader.beginCase("active") {
      try reader.key("launch")
      let launch = try LaunchIdentifier(from: &reader)
      self = .active(launch: launch)
    } else if reader.beginCase("inactive") {
      try reader.key("launch")
      let launch = try LaunchIdentifier(from: &reader)
      self = .inactive(launch: launch)
    } else if reader.beginCase("background") {
      try reader.key("launch")
      let launch = try LaunchIdentifier(from: &reader)
      self = .background(launch: launch)
    } else if reader.beginCase("inspecting") {
      try reader.key("launch")
      let launch = try LaunchIdentifier(from: &reader)
      self = .inspecting(launch: launch)
    } else if reader.beginCase("freezing") {
      try reader.key("launch")
      let launch = try LaunchIdentifier(from: &reader)
      self = .freezing(launch: launch)
    } else if reader.beginCase("suspended") {
      try reader.key("launch")
      let launch = try LaunchIdentifier(from: &reader)
      self = .suspended(launch: launch)
    } else if reader.beginCase("terminating") {
      try reader.key("deadline")
      let deadline = try Instant(from: &reader)
      try reader.key("launch")
      let launch = try LaunchIdentifier(from: &reader)
      try reader.key("reason")
      let reason = try ExitReason(from: &reader)
      self = .terminating(launch: launch, reason: reason, deadline: deadline)
    } else if reader.beginCase("killed") {
      try reader.key("launch")
      let launch = try LaunchIdentifier(from: &reader)
      try reader.key("reason")
      let reason = try ExitReason(from: &reader)
      self = .killed(launch: launch, reason: reason)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension ProcessLifecycle.Launching {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("beganInForeground")
    beganInForeground.write(to: &writer)
    writer.key("isWantedOnScreen")
    isWantedOnScreen.write(to: &writer)
    writer.key("launch")
    launch.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("beganInForeground")
    beganInForeground = try Bool(from: &reader)
    try reader.key("isWantedOnScreen")
    isWantedOnScreen = try Bool(from: &reader)
    try reader.key("launch")
    launch = try LaunchIdentifier(from: &reader)
    try reader.endObject()
  }
}
