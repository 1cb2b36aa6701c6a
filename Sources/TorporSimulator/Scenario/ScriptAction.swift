package import TorporModel

/// One entry of the script: at this time, this happens.
package struct ScriptEntry: Sendable {
  /// How long after the start.
  package var at: Duration
  package var action: ScriptAction
  package var line: Int
}

/// What can happen to a device from outside; apps are named by their aliases.
package enum ScriptAction: Hashable, Sendable {
  case launch(app: String)
  case home, lock, unlock, interrupt, endInterrupt
  case forceQuit(app: String)
  case crash(app: String)
  /// SIGKILL from outside the system.
  case kill(app: String)
  case reboot
  case update(app: String)
  case uninstall(app: String)
  /// The user has the program of the app go into an archive.
  case offload(app: String)
  case battery(percent: Int)
  case charging(Bool)
  case network(ScenarioNetwork)
  case lowData(Bool)
  case thermal(ScenarioThermal)
  case lowPowerMode(Bool)
  /// Of the device where `app` is `nil`.
  case backgroundRefresh(app: String?, BackgroundRefresh)
  /// Of the device where `app` is `nil`.
  case allow(app: String?, ScenarioAllowances)
  /// An administrator fixes settings by these lines; none: the file is removed.
  case restrict([String])
  /// Without figures: the word of the system, as on a device that has no swap.
  case memoryPressure(isCritical: Bool, MemoryFigures?)
  /// The system takes that much in the foreground, until the scenario ends.
  case needMemory(bytes: Int64)
  /// Others than apps fill that much of swap, until the scenario ends.
  case needSwap(bytes: Int64)
  case storage(freeBytes: Int64)
  case push(PushDefinition)
  case location(latitude: Double, longitude: Double)
  case accessory(DeviceTraffic)
  case peripheral(DeviceTraffic)
  case centralRequest(app: String)
  case socketData(app: String)
  case tapNotification(String)
  case dismissNotification(String)
  /// The user presses a button of a notification.
  case answerNotification(String, action: String)
  case server(ServerCondition)
  /// The wall clock jumps by that much, forwards or backwards.
  case wallClock(Duration)
  /// The visibility of the windows of apps; those that are not named are not reported.
  case windows([ScenarioWindow])
  /// The desktop's screen saver starts or ends; the machine is about to sleep, or no longer.
  case screenSaver(Bool), prepareForSleep(Bool)
  /// A person begins to use the device, or has stopped.
  case input(Bool)
  /// The machine sleeps for that long, unless it is woken for something before.
  case sleep(Duration)
  case simulateLaunch(identifier: String)
  case simulateExpiration(identifier: String)
  /// The user cancels a running task, or a queued continued task.
  case cancelTask(identifier: String)
  /// The daemon dies and is started again.
  case daemonCrash
}

/// The key of an action, as scenarios write it.
package enum ActionName: String, Hashable, Sendable, CaseIterable {
  case launch, home, lock, unlock, interrupt, endInterrupt, forceQuit, crash, kill, reboot, update
  case uninstall, offload, battery, charging, network, lowData, thermal, lowPowerMode,
    backgroundRefresh
  case allow, restrict, memoryPressure, needMemory, needSwap, storage, push, location, accessory,
    peripheral
  case centralRequest, socketData, tapNotification, dismissNotification, answerNotification
  case server, wallClock, sleep
  case windows, input, screenSaver, prepareForSleep
  case simulateLaunch, simulateExpiration, cancelTask, daemonCrash
}

/// What the kernel counts beside the level of memory pressure.
package struct MemoryFigures: Hashable, Sendable {
  /// The share of the last ten seconds in which all tasks waited for memory.
  package var waitsPercent = 0
  /// Pages of files that were read again in that time, and what is kept of files in memory.
  package var readAgainBytes: Int64 = 0
  package var fileCacheBytes: Int64 = 0
  /// Whether nothing new has happened since the last report.
  package var isRepeated = false
}

/// A push as its sender sends it.
package struct PushDefinition: Hashable, Sendable {
  /// `apns-push-type`.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case alert, background, voip
  }
  /// The alias of the app.
  package var app: String
  /// The payload as JSON.
  package var payload: String
  /// Whether the user sees or hears something of it.
  package var isVisible: Bool
  /// Whether it says `content-available`.
  package var hasContent: Bool
  package var kind: Kind
  /// 1, 5 or 10.
  package var priority: Int
  package var collapseIdentifier: String?
  /// How long after its sending it may still be delivered; `nil`: the sender said nothing.
  package var expiration: Duration?
}

/// What can be seen of the windows of one app.
package struct ScenarioWindow: Hashable, Sendable {
  /// The alias of the app.
  package var app: String
  /// `nil`: it has none any more.
  package var visibility: WindowVisibility?
}

/// What an accessory or a peripheral does.
package enum DeviceTraffic: Hashable, Sendable {
  case connect(String), disconnect(String), data(String)
}

/// How the servers of all transfers behave.
package enum ServerCondition: String, Hashable, Sendable, CaseIterable {
  case down, up, slow
}
