// TorporCore is the whole policy and nothing but the policy. It has no clock, no I/O, no locks, no
// `async`, no randomness and no Foundation: time comes in with every input, what must happen goes
// out as effects, in order. Same inputs at the same times, same effects, on every machine.

package import TorporModel

/// What the user, apps, the kernel and the clock did; the only way into the core.
package enum Input: Hashable, Sendable, Saved {
  /// A process of an app asked for something; `id` names the reply it waits for.
  case app(launch: LaunchIdentifier, request: AppRequest, id: RequestIdentifier?)
  /// The user did something, by hand or through a program of theirs.
  case user(action: UserAction, id: RequestIdentifier?)
  /// The kernel reports on a process.
  case process(launch: LaunchIdentifier, event: ProcessEvent)
  /// Something changed for the device as a whole.
  case device(event: DeviceEvent)
  /// The moment `nextWakeup` has come, or another that the host found good to wake at.
  case timerFired
  /// The transfer services report what attempts came to.
  case transfers([TransferReport])
}

/// What the user does.
///
/// What is large and seldom lies apart (`indirect`), so that every input is small to hand on: it is
/// copied some ten times on its way.
package enum UserAction: Hashable, Sendable, Saved {
  /// An app comes onto the device, or is replaced where `replaces` is true.
  ///
  /// `undecided`: what the user has to decide about a new app, which has none of it before; `nil`: nothing.
  indirect case install(
    manifest: AppManifest,
    settings: AppSettings,
    replaces: Bool,
    undecided: [Permission]? = nil
  )
  /// A command becomes an app and is opened: both, or neither when its identifier is taken.
  indirect case run(manifest: AppManifest)
  case uninstall(app: AppIdentifier)
  /// A new version of the app was put in place; its process, if any, ends.
  case update(app: AppIdentifier)
  /// A tap on the icon: starts the app, or brings it to the front.
  case open(app: AppIdentifier)
  /// The app leaves the screen; `nil`: all that are on it. What keeps one from being frozen that has left it
  /// is looked at again.
  case home(app: AppIdentifier?)
  case lock
  case unlock
  /// Something lies over the front app: a call banner, a system question.
  case interrupt
  case endInterrupt
  /// The user removes the app from the app switcher.
  case forceQuit(app: AppIdentifier)
  /// The app is not frozen and not ended for the time; `nil`: until taken back.
  case exempt(app: AppIdentifier, lasting: Duration?)
  case endExemption(app: AppIdentifier)
  case change(setting: Setting)
  /// The user decides about permissions of an app by its settings, also where they say what is so already.
  indirect case decide(app: AppIdentifier, permissions: [Permission], settings: AppSettings)
  /// A developer has a pending task run now, past every condition; `nil` app: any app that has one.
  case simulateLaunch(app: AppIdentifier?, task: String)
  /// A developer has the time of a running task end now.
  case simulateExpiration(app: AppIdentifier?, task: String)
  /// The user cancels a running task, or a continued one that waits for a place; `nil` app: of any that has one.
  case cancelTask(app: AppIdentifier?, task: String)
  /// The usage model forgets an app; `nil`: all of them.
  case forgetUsage(app: AppIdentifier?)
  /// A command comes to wait for its conditions; `zone`: the rules of the zone that its calendar
  /// expression names.
  indirect case submitJob(JobRequest, owner: UInt32, zone: ZoneRules?)
  /// A job is taken back, and ended if it runs.
  case cancelJob(JobIdentifier)
  /// A job runs past every condition.
  case runJobNow(JobIdentifier)
  /// A finished job is forgotten.
  case removeJob(JobIdentifier)
  /// Something about transfers of a user's own.
  indirect case transfer(TransferAction)
  /// The user taps a notification, answers it, or dismisses it.
  indirect case respond(app: AppIdentifier, NotificationResponse)
  /// The user ends the call that is under way, or it ends by itself.
  case endCall(app: AppIdentifier)
  /// A person or a program says that an accessory is there, of which the kernel tells nothing.
  indirect case connectAccessory(Accessory)
  /// Such an accessory is gone.
  case disconnectAccessory(accessory: String)
  /// Memory of a frozen app is written to swap.
  case pageOut(app: AppIdentifier)
  /// The caches of an app are removed.
  case purgeCaches(app: AppIdentifier)
  /// The program of an app is about to go into an archive; its data stay.
  case offload(app: AppIdentifier)
  /// The program of an app is there, and was not or may not have been.
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

/// What the kernel reports on one process of an app (on its whole control group); what is large lies apart, as in
/// `UserAction`.
package enum ProcessEvent: Hashable, Sendable, Saved {
  /// The process runs its executable.
  case started
  /// The command has ended, and the last process that it left behind.
  case exited(status: ExitStatus)
  /// The command has ended, and processes that it started are left in its group.
  indirect case commandExited(CommandEnd)
  /// The program that waited for the command's end has ended before it.
  case callerLeft
  /// `cgroup.events` says `frozen 1`.
  case frozen
  /// The group did not freeze within the adapter's limit, and runs again.
  case freezeFailed(errno: Int32)
  /// The group was frozen, and runs although that was not ordered here.
  case thawedFromOutside
  /// The answer to `.inspect`.
  indirect case inspected(Inspection)
  /// The answer to `.sampleProcessorTime`: processor time of the group since its start.
  case usedProcessor(total: Duration)
  /// What the group has used since its start, as the kernel counts it: the answer to `.measureUsage`, and before
  /// `.exited`.
  indirect case measured(ResourceUsage)
  /// What the group takes of memory, in bytes.
  case footprint(bytes: Int64)
  /// The answer to `.pageOut`, or how far that came before a thaw.
  indirect case pagedOut(PageOutReport)
  /// What a thawed group had to wait for whose memory had been written away.
  indirect case pagedIn(PageInReport)
  /// The answer to `.readBack`, or how far that came before a thaw.
  indirect case readBack(ReadBackReport)
  /// Sound of the app starts or stops being heard (or recorded).
  case audio(isPlaying: Bool)
  /// The app gave work to the graphics processor.
  case submittedGPUWork
  /// A source outside the kernel (the desktop) reports a hazard, or its end.
  indirect case hazard(Hazard, isPresent: Bool)
}

/// What stands against freezing a group, and what freezing it would keep in memory.
package struct Inspection: Hashable, Sendable, Saved {
  package var hazards: [Hazard]
  /// What the group takes of memory, in bytes; `nil` where the kernel does not say.
  package var footprintBytes: Int64?
  /// What the group has used since its start; `nil` where the kernel does not count it.
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

/// A way in which a frozen group hurts something outside it.
package enum Hazard: Hashable, Sendable, Saved {
  /// A process of the group holds a lock on a file outside the app's own container; `hasWaiters`:
  /// another process is blocked on it now.
  case fileLock(path: String, hasWaiters: Bool)
  /// A process of the group is in the foreground of a terminal.
  case controllingTerminal(name: String)
  /// The group holds the leader of a session that has members outside the group.
  case sessionLeader(pid: Int32)
  /// The group holds the shell, or the daemon, that the request to freeze came from.
  case callersShell(pid: Int32)
  /// A process of the group shows the windows of others (a compositor, an X server); `socket`: where
  /// they connect.
  case displayServer(socket: String)
  /// A process of the group owns a name of a bus; `hasCaller`: a caller waits for its answer now.
  case busName(name: String, hasCaller: Bool)
  /// A process of the group listens at a socket, or has accepted a connection there; `hasWaiters`: a
  /// connection waits to be accepted, or a peer has sent what was not read. `name`: "tcp 0.0.0.0:80".
  case servedSocket(name: String, hasWaiters: Bool)
  /// A push of a server is on its way to a process of the group over the bus (UnifiedPush), which does not read it
  /// while it stands still; `name`: its name there.
  case pushMessage(name: String)
  /// A process of the group holds the pointer or the keyboard: no other program gets any input.
  case inputGrab
  /// A window of the group has the focus: input for it piles up, and the compositor ends who does not
  /// read it.
  case hasFocus
  /// A window of the group is under the pointer, whose every move is input for it.
  case isUnderPointer
  /// A process of the group has an item in the desktop's panel, whose menu the panel asks for by a call
  /// that some of them wait for with all input held; of no account for an app that speaks to the system.
  case hasStatusItem
}

/// What changes for the device as a whole; what is large lies apart, as in `UserAction`.
package enum DeviceEvent: Hashable, Sendable, Saved {
  /// The first input of a journal.
  case configured(DeviceConfiguration)
  /// The machine was started anew: no process is left. With a passcode the screen is locked.
  case booted
  /// The daemon was started anew and found these groups alive.
  case daemonRestarted(survivors: [Survivor])
  /// The machine was asleep: nothing ran, and nothing had its time. `until` is when that was noticed, and
  /// `from` lies before it by the length of the sleep.
  case slept(from: Instant, until: Instant)
  /// The machine stops, and everything on it with it.
  case machineStops
  /// A user is gone, with every session, and leaves nothing behind that should run on: these apps are theirs.
  case loggedOut(apps: [AppIdentifier])
  indirect case memory(MemoryReport)
  case power(PowerState)
  case network(NetworkState)
  case thermal(ThermalState)
  /// Free bytes for apps' data, and how many bytes the disk has; `nil`: that is not known.
  case storage(freeBytes: Int64, totalBytes: Int64? = nil)
  /// What came of an order about the caches of an app.
  indirect case caches(CacheReport)
  /// Where memory can be written to; `nil`: nowhere. Told when that changes.
  case swap(SwapState?)
  /// A push came in.
  indirect case push(Push)
  /// A gateway has given an app the token under which its senders reach the app.
  case pushToken(app: AppIdentifier, kind: PushTokenKind, token: String)
  /// What the wall clock shows now, in nanoseconds since 1970; told at the start and after a jump.
  case wallClock(unixNanoseconds: Int64)
  /// Where the user is; told at the start and when it changes.
  indirect case timeZone(ZoneRules)
  /// A program that the desktop has started is there to be governed.
  indirect case adopted(AppManifest)
  /// What an administrator has fixed by a file; `nil`: nothing. Told when that changes.
  indirect case restrictions(Restrictions?)
  /// A notification that was to be shown waits for a desktop that can show it.
  case notificationWaits(app: AppIdentifier, notification: String)
  /// A desktop shows a notification that has waited for one.
  case notificationShown(app: AppIdentifier, notification: String)
  /// Since when the device has not been in use; `nil`: it is in use.
  case userIdle(since: Instant?)
  /// Whether the host hears when a person uses the device, and says so by `userIdle`.
  case hearsInput(Bool)
  /// What can be seen of the windows of apps: every process that has shown one and of which a desktop
  /// reports; told when it changes.
  case windows([LaunchWindows])
  /// Something of the machine comes between the user and the apps on screen, or does no longer.
  case interruption(by: MachineInterruption, begins: Bool)
  /// When an app was opened before this device knew of it, how long ago, oldest first.
  case usageHistory(app: AppIdentifier, openedAgo: [Duration])
  /// Where the device is: fixes that were asked for, and those that came by themselves.
  indirect case location(Location)
  /// What an accessory does.
  indirect case accessory(AccessoryEvent)
  /// What the radio reports.
  indirect case bluetooth(BluetoothEvent)
  /// Beacons that the radio has heard, of those that are wanted.
  case beacons([BeaconSighting])
  /// A descriptor that the daemon holds for an app can be read, or its other end is gone; `isUnread`:
  /// it never ceased to be so since its app was told, and no less lies in it.
  case descriptor(app: AppIdentifier, name: String, isHungUp: Bool, isUnread: Bool = false)
  /// The daemon holds no duplicate of a descriptor any more: its table was lost with it.
  case descriptorLost(app: AppIdentifier, name: String)
}

/// A group that outlived the daemon, or what is known of the end of one that did not.
package struct Survivor: Hashable, Sendable, Saved {
  package let app: AppIdentifier
  package let launch: LaunchIdentifier
  package let isFrozen: Bool
  /// How its process ended; `nil` while anything of it runs.
  package let end: ExitStatus?
  /// How its command ended, which has left processes behind.
  package let commandEnd: CommandEnd?
  /// What its group had used when all of it had ended; `nil`: it runs, or nothing says so.
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

/// How the command of an app ended, and what it has left behind.
package struct CommandEnd: Hashable, Sendable, Saved {
  package let status: ExitStatus
  /// How many processes are in the group without it.
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
  /// Whether the user sees something of it (alert, sound or badge).
  package let isVisible: Bool
  /// Whether it asks for the app to be run (`content-available`).
  package let hasContent: Bool
  /// What it is to do (`apns-push-type`).
  package let kind: PushKind
  package let priority: PushPriority
  /// A later push of the same name takes its place (`apns-collapse-id`).
  package let collapseIdentifier: String?
  /// How long it is worth delivering (`apns-expiration`): zero: now or never; `nil`: the sender says
  /// nothing.
  package let lifetime: Duration?
  /// Whether it came over the network; one that a program of the user brought is here already.
  package let needsNetwork: Bool
  /// What the user sees of it; `nil` where that is not known.
  package let alert: NotificationContent?
  /// Of a channel's push: whether it is news of the service, and not of who speaks.
  package let isServiceUpdate: Bool
  /// Its name (`PushName.text`), by which one that comes again is known; `nil`: no gateway has sent it.
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

  /// Its `apns-id`, and the broadcast channel by which it has come; `nil`: no gateway has sent it.
  package var name: PushName? { identifier.map { PushName(text: $0) } }

  /// What a decision because of it says of its way: that the app has subscribed to the channel, where there is one.
  var source: [Condition] {
    name?.channel.map { [Condition(.notRegistered, subject: $0)] } ?? []
  }
}
