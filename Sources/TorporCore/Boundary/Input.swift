// TorporCore is the whole policy, and only the policy. It has no clock, no I/O, no locks, no `async`,
// no randomness and no Foundation: time arrives with every input, and orders leave as effects, in
// sequence. The same inputs at the same times give the same effects on every machine.

package import TorporModel

/// An event from the user, apps, the kernel or the clock; the only way into the core.
package enum Input: Hashable, Sendable, Saved {
  /// A request of an app's process; `id` identifies the reply that it waits for.
  case app(launch: LaunchIdentifier, request: AppRequest, id: RequestIdentifier?)
  /// An action of the user, by hand or through a program.
  case user(action: UserAction, id: RequestIdentifier?)
  /// A report of the kernel on a process.
  case process(launch: LaunchIdentifier, event: ProcessEvent)
  /// A change of the device as a whole.
  case device(event: DeviceEvent)
  /// The time `nextWakeup` has been reached, or another time at which the host chose to wake.
  case timerFired
  /// Reports of the transfer services on attempts.
  case transfers([TransferReport])
}

/// What the user does.
///
/// Large and rare cases are stored apart (`indirect`), so that every input is small: it is copied
/// about ten times on its way.
package enum UserAction: Hashable, Sendable, Saved {
  /// Installs an app, or replaces it if `replaces` is true.
  ///
  /// `undecided`: the permissions that the user must decide about for a new app, which it does not
  /// have before; `nil`: none.
  indirect case install(
    manifest: AppManifest,
    settings: AppSettings,
    replaces: Bool,
    undecided: [Permission]? = nil
  )
  /// A command becomes an app and is opened: both, or neither if its identifier is taken.
  indirect case run(manifest: AppManifest)
  case uninstall(app: AppIdentifier)
  /// A new version of the app was put in place; its process, if any, ends.
  case update(app: AppIdentifier)
  /// A tap on the icon: starts the app, or brings it to the foreground.
  case open(app: AppIdentifier)
  /// The app leaves the screen; `nil`: all apps on screen. For an app already off screen, the reasons
  /// that prevent freezing it are checked again.
  case home(app: AppIdentifier?)
  case lock
  case unlock
  /// Something covers the app in the foreground: a call banner, a system question.
  case interrupt
  case endInterrupt
  /// The user removes the app from the app switcher.
  case forceQuit(app: AppIdentifier)
  /// The app is not frozen and not ended for that time; `nil`: until the user ends the exemption.
  case exempt(app: AppIdentifier, lasting: Duration?)
  case endExemption(app: AppIdentifier)
  case change(setting: Setting)
  /// The user decides about permissions of an app in its settings, even if the values are unchanged.
  indirect case decide(app: AppIdentifier, permissions: [Permission], settings: AppSettings)
  /// A developer makes a pending task run now, regardless of conditions; `nil` app: any app that has one.
  case simulateLaunch(app: AppIdentifier?, task: String)
  /// A developer makes the time of a running task end now.
  case simulateExpiration(app: AppIdentifier?, task: String)
  /// The user cancels a running task, or a continued one that waits for a slot; `nil` app: any app that has one.
  case cancelTask(app: AppIdentifier?, task: String)
  /// The usage model forgets an app; `nil`: all apps.
  case forgetUsage(app: AppIdentifier?)
  /// A command is submitted to wait for its conditions; `zone`: the rules of the zone in its calendar expression.
  indirect case submitJob(JobRequest, owner: UInt32, zone: ZoneRules?)
  /// A job is cancelled, and ended if it runs.
  case cancelJob(JobIdentifier)
  /// A job runs regardless of conditions.
  case runJobNow(JobIdentifier)
  /// A finished job is removed.
  case removeJob(JobIdentifier)
  /// An action on a user's own transfers.
  indirect case transfer(TransferAction)
  /// The user taps a notification, answers it, or dismisses it.
  indirect case respond(app: AppIdentifier, NotificationResponse)
  /// The user ends the call in progress, or it ends by itself.
  case endCall(app: AppIdentifier)
  /// A user or a program connects an accessory that the kernel does not report.
  indirect case connectAccessory(Accessory)
  /// Such an accessory is disconnected.
  case disconnectAccessory(accessory: String)
  /// Memory of a frozen app is written to swap.
  case pageOut(app: AppIdentifier)
  /// The caches of an app are removed.
  case purgeCaches(app: AppIdentifier)
  /// The program of an app is about to be put into an archive; its data stays.
  case offload(app: AppIdentifier)
  /// The program of an app is present, and was not, or may not have been.
  case restoreProgram(app: AppIdentifier)

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case cancelJob, cancelTask, change, decide, endCall, endExemption, endInterrupt, exempt,
      forceQuit, forgetUsage,
      home, install, interrupt, lock, open
    case connectAccessory = "plug"
    case offload, pageOut, purgeCaches, removeJob, restoreProgram, respond, run, runJobNow,
      simulateExpiration,
      simulateLaunch,
      submitJob,
      transfer, uninstall, unlock
    case disconnectAccessory = "unplug"
    case update
  }
}

/// A report of the kernel on one process of an app (on its whole control group); large cases are
/// stored apart, as in `UserAction`.
package enum ProcessEvent: Hashable, Sendable, Saved {
  /// The process is running its executable.
  case started
  /// The command and the last process that it left behind have ended.
  case exited(status: ExitStatus)
  /// The command has ended, and processes that it started are left in its group.
  indirect case commandExited(CommandEnd)
  /// The program that waited for the command's end has ended before it.
  case callerLeft
  /// `cgroup.events` says `frozen 1`.
  case frozen
  /// The group did not freeze within the adapter's limit, and is running again.
  case freezeFailed(errno: Int32)
  /// The group was frozen, and is running although the core did not order it.
  case thawedFromOutside
  /// The answer to `.inspect`.
  indirect case inspected(Inspection)
  /// The answer to `.sampleProcessorTime`: processor time of the group since its start.
  case usedProcessor(total: Duration)
  /// What the group has used since its start, as the kernel counts it: the answer to `.measureUsage`, and before
  /// `.exited`.
  indirect case measured(ResourceUsage)
  /// The group's memory footprint, in bytes.
  case footprint(bytes: Int64)
  /// The answer to `.pageOut`, or its progress before a thaw.
  indirect case pagedOut(PageOutReport)
  /// The waits of a thawed group with memory that had been written to swap.
  indirect case pagedIn(PageInReport)
  /// The answer to `.readBack`, or its progress before a thaw.
  indirect case readBack(ReadBackReport)
  /// Sound of the app starts or stops being heard (or recorded).
  case audio(isPlaying: Bool)
  /// The app gave work to the graphics processor.
  case submittedGPUWork
  /// A source outside the kernel (the desktop) reports a hazard, or its end.
  indirect case hazard(Hazard, isPresent: Bool)
}

/// The hazards of freezing a group, and the memory that it would keep.
package struct Inspection: Hashable, Sendable, Saved {
  package var hazards: [Hazard]
  /// The group's memory footprint, in bytes; `nil` if the kernel does not report it.
  package var footprintBytes: Int64?
  /// The group's resource use since its start; `nil` if the kernel does not count it.
  package var usage: ResourceUsage?

  package init(
    hazards: [Hazard] = [],
    footprintBytes: Int64? = nil,
    usage: ResourceUsage? = nil
  ) {
    self.hazards = hazards
    self.footprintBytes = footprintBytes
    self.usage = usage
  }
}

/// A way in which a frozen group harms something outside it.
package enum Hazard: Hashable, Sendable, Saved {
  /// A process of the group holds a lock on a file outside the app's own container; `hasWaiters`:
  /// another process is blocked on it now.
  case fileLock(path: String, hasWaiters: Bool)
  /// A process of the group is in the foreground of a terminal.
  case controllingTerminal(name: String)
  /// The group contains the leader of a session that has members outside the group.
  case sessionLeader(pid: Int32)
  /// The group contains the shell, or the daemon, from which the request to freeze came.
  case callersShell(pid: Int32)
  /// A process of the group shows the windows of other programs (a compositor, an X server); `socket`:
  /// where they connect.
  case displayServer(socket: String)
  /// A process of the group owns a name of a bus; `hasCaller`: a caller waits for its answer now.
  case busName(name: String, hasCaller: Bool)
  /// A process of the group listens at a socket, or has accepted a connection there; `hasWaiters`: a
  /// connection waits to be accepted, or a peer has sent data that was not read. `name`: "tcp
  /// 0.0.0.0:80".
  case servedSocket(name: String, hasWaiters: Bool)
  /// A server's push is on its way to a process of the group over the bus (UnifiedPush), which does
  /// not read it while frozen; `name`: its bus name.
  case pushMessage(name: String)
  /// A process of the group holds the pointer or the keyboard: no other program gets any input.
  case inputGrab
  /// A window of the group has the focus: input for it accumulates, and the compositor ends clients
  /// that do not read it.
  case hasFocus
  /// A window of the group is under the pointer, and every move of the pointer is input for it.
  case isUnderPointer
  /// A process of the group has an item in the desktop's panel; the panel requests its menu by a call,
  /// and some panels block all input while they wait for it. Ignored for a Torpor-aware app.
  case hasStatusItem
}

/// A change of the device as a whole; large cases are stored apart, as in `UserAction`.
package enum DeviceEvent: Hashable, Sendable, Saved {
  /// The first input of a journal.
  case configured(DeviceConfiguration)
  /// The machine was restarted: no process is left. With a passcode, the screen is locked.
  case booted
  /// The daemon was restarted and found these groups alive.
  case daemonRestarted(survivors: [Survivor])
  /// The machine was asleep: nothing ran, and no time limit advanced. `until` is when this was
  /// noticed, and `from` is earlier by the length of the sleep.
  case slept(from: Instant, until: Instant)
  /// The machine is shutting down, with everything on it.
  case machineStops
  /// A user has logged out of every session, and nothing of theirs should continue to run: these are their apps.
  case loggedOut(apps: [AppIdentifier])
  indirect case memory(MemoryReport)
  case power(PowerState)
  case network(NetworkState)
  case thermal(ThermalState)
  /// Free bytes for apps' data, and the size of the disk; `nil`: unknown.
  case storage(freeBytes: Int64, totalBytes: Int64? = nil)
  /// The result of an order about the caches of an app.
  indirect case caches(CacheReport)
  /// Where memory can be written to; `nil`: nowhere. Reported when it changes.
  case swap(SwapState?)
  /// A push arrived.
  indirect case push(Push)
  /// A gateway has given an app the token under which its senders reach the app.
  case pushToken(app: AppIdentifier, kind: PushTokenKind, token: String)
  /// The present time of the wall clock, in nanoseconds since 1970; reported at the start and after a jump.
  case wallClock(unixNanoseconds: Int64)
  /// The user's time zone; reported at the start and when it changes.
  indirect case timeZone(ZoneRules)
  /// A program that the desktop started is to be adopted.
  indirect case adopted(AppManifest)
  /// The settings that an administrator has fixed in a file; `nil`: none. Reported when they change.
  indirect case restrictions(Restrictions?)
  /// A notification waits for a desktop that can show it.
  case notificationWaits(app: AppIdentifier, notification: String)
  /// A desktop shows a notification that waited for one.
  case notificationShown(app: AppIdentifier, notification: String)
  /// The beginning of the time in which the device has not been used; `nil`: it is in use.
  case userIdle(since: Instant?)
  /// Whether the host notices input by the user, and reports it as `userIdle`.
  case hearsInput(Bool)
  /// The visibility of apps' windows: every process that has shown a window and that a desktop reports
  /// on; reported when it changes.
  case windows([LaunchWindows])
  /// An interruption by the machine, between the user and the apps on screen, begins or ends.
  case interruption(by: MachineInterruption, begins: Bool)
  /// The opens of an app before this device knew of it, as times ago, oldest first.
  case usageHistory(app: AppIdentifier, openedAgo: [Duration])
  /// The location of the device: requested and other fixes.
  indirect case location(Location)
  /// An event of an accessory.
  indirect case accessory(AccessoryEvent)
  /// What the radio reports.
  indirect case bluetooth(BluetoothEvent)
  /// Wanted beacons that the radio has heard.
  case beacons([BeaconSighting])
  /// A descriptor that the daemon holds for an app is readable, or its other end was closed;
  /// `isUnread`: it has been so without a break since the app was notified, with no less data.
  case descriptor(app: AppIdentifier, name: String, isHungUp: Bool, isUnread: Bool = false)
  /// The daemon no longer holds a duplicate of a descriptor: its table was lost in a restart.
  case descriptorLost(app: AppIdentifier, name: String)
}

/// A group that outlived the daemon, or what is known about the end of one that did not.
package struct Survivor: Hashable, Sendable, Saved {
  package let app: AppIdentifier
  package let launch: LaunchIdentifier
  package let isFrozen: Bool
  /// How its process ended; `nil` while any part of it runs.
  package let end: ExitStatus?
  /// How its command ended, if it left processes behind.
  package let commandEnd: CommandEnd?
  /// The resource use of its group when all of it had ended; `nil`: it is running, or the use is unknown.
  package let usage: ResourceUsage?

  package init(
    app: AppIdentifier,
    launch: LaunchIdentifier,
    isFrozen: Bool,
    end: ExitStatus? = nil,
    commandEnd: CommandEnd? = nil,
    usage: ResourceUsage? = nil
  ) {
    self.app = app
    self.launch = launch
    self.isFrozen = isFrozen
    self.end = end
    self.commandEnd = commandEnd
    self.usage = usage
  }
}

/// How the command of an app ended, and the number of processes that it left behind.
package struct CommandEnd: Hashable, Sendable, Saved {
  package let status: ExitStatus
  /// The number of other processes in the group.
  package let remaining: Int

  package init(status: ExitStatus, remaining: Int) {
    self.status = status
    self.remaining = remaining
  }
}

/// A push notification as it reaches the device.
package struct Push: Hashable, Sendable, Saved {
  // Shape: one property for each header of a push, and for what its payload says to the system.
  package let app: AppIdentifier
  /// The JSON payload.
  package let payload: String
  /// Whether the user notices it (alert, sound or badge).
  package let isVisible: Bool
  /// Whether it requests that the app is run (`content-available`).
  package let hasContent: Bool
  /// Its purpose (`apns-push-type`).
  package let kind: PushKind
  package let priority: PushPriority
  /// A later push with the same value replaces it (`apns-collapse-id`).
  package let collapseIdentifier: String?
  /// How long it is worth delivering (`apns-expiration`): zero: only now; `nil`: not specified by the sender.
  package let lifetime: Duration?
  /// Whether it needs the network; a push from a program of the user is already on the machine.
  package let needsNetwork: Bool
  /// The content that the user sees; `nil` if unknown.
  package let alert: NotificationContent?
  /// For a channel's push: whether it is an update of the service, rather than about the active participant.
  package let isServiceUpdate: Bool
  /// Its name (`PushName.text`), by which a repeated one is recognised; `nil`: it did not come from a gateway.
  package let identifier: String?
  /// When the gateway accepted it, by the gateway's clock.
  package let sentWallMicroseconds: Int64?

  package init(
    app: AppIdentifier,
    payload: String,
    isVisible: Bool,
    hasContent: Bool,
    kind: PushKind? = nil,
    priority: PushPriority? = nil,
    collapseIdentifier: String? = nil,
    lifetime: Duration? = nil,
    needsNetwork: Bool = true,
    alert: NotificationContent? = nil,
    isServiceUpdate: Bool = false,
    identifier: String? = nil,
    sentWallMicroseconds: Int64? = nil
  ) {
    self.app = app
    self.payload = payload
    self.isVisible = isVisible
    self.hasContent = hasContent
    self.kind = kind ?? (isVisible ? .alert : .background)
    self.priority = priority ?? (isVisible ? .immediate : .considerate)
    self.collapseIdentifier = collapseIdentifier
    self.lifetime = lifetime
    self.needsNetwork = needsNetwork
    self.alert = alert
    self.isServiceUpdate = isServiceUpdate
    self.identifier = identifier
    self.sentWallMicroseconds = sentWallMicroseconds
  }

  /// Its `apns-id`, and the broadcast channel through which it arrived; `nil`: it did not come from a gateway.
  package var name: PushName? { identifier.map { PushName(text: $0) } }

  /// The conditions of a decision about its source: that the app has subscribed to the channel, if there is one.
  var source: [Condition] {
    name?.channel.map { [Condition(.notRegistered, subject: $0)] } ?? []
  }
}
