package import TorporModel

/// An event for services: the one list.
///
/// The device sends most events to every service, in the order of `Services`; a service sends events
/// to others in the same way, through its outbox. The events are grouped, so that a service can skip a
/// group that does not concern it in one word, and must handle each event of a group that does.
package enum SystemEvent: Hashable, Sendable {
  case app(AppEvent)
  case device(DeviceChange)
  case call(CallEvent)
  case sound(SoundEvent)
  indirect case channel(ChannelEvent)
  indirect case push(PushEvent)
  indirect case notification(NotificationEvent)
  indirect case memory(MemoryEvent)
  indirect case location(LocationEvent)
  indirect case accessory(AccessoryChange)
  indirect case bluetooth(BluetoothChange)
  indirect case descriptor(DescriptorChange)
  case job(JobEvent)
  indirect case transfer(TransferEvent)
  case work(WorkEvent)
  indirect case consumption(ConsumptionEvent)
  /// The service's `nextDeadline` has been reached; sent only to that service.
  case deadline

  /// An event of an app or its process.
  package enum AppEvent: Hashable, Sendable {
    /// Its process has come to another phase.
    case phaseChanged(slot: Int, from: AppPhase, to: AppPhase)
    /// Its state as shown to the user has changed.
    case stateChanged(slot: Int)
    /// It has changed, and the services have followed; sent while there are transfers.
    case changed(slot: Int)
    /// Its process has ended, ordered or not.
    case processEnded(slot: Int)
    /// The user has removed it from the switcher.
    case forceQuit(AppIdentifier)
    /// It leaves the device; its record is there until all services have heard of it.
    case removed(AppIdentifier)
  }

  /// An event of the machine.
  package enum DeviceChange: Hashable, Sendable {
    /// It was restarted; every process has already ended.
    case booted
    /// The daemon was restarted: what it held for apps, and what it sent to the desktop, is lost.
    case daemonRestarted
    /// It was not watched for a while; announced before all else.
    case watchedAgain
    /// It was asleep for that long: whatever counts the time in which something can run is moved by it.
    case slept(Duration)
    /// The wall clock was set, or the time zone is another.
    case clockChanged
    /// The user has unlocked it.
    case unlocked
    /// The user has lit the screen.
    case displayLit
    /// A condition of background work has changed; sent before `conditionsChanged`.
    case surroundingsChanged
    /// Settings, conditions or the lock have changed.
    case conditionsChanged
    /// And every service has acted on that.
    case conditionsActedOn
  }

  /// An event of calls.
  package enum CallEvent: Hashable, Sendable {
    /// A call, or something else that covers the screen (`by` is `nil`), has begun.
    case began(by: AppIdentifier?)
    case ended
  }

  /// An event of audio.
  package enum SoundEvent: Hashable, Sendable {
    /// The sound server's report about the app has changed.
    case reported(slot: Int)
    /// Nothing is heard of the app.
    case silent(AppIdentifier)
    /// The system activates a session for the app.
    case activate(AudioSession, AppIdentifier)
    /// The system ends the session of the app, if it has one, and notifies it by a callback before.
    case deactivate(AppIdentifier, telling: Callback)
  }

  /// An event of the push to talk channel.
  package enum ChannelEvent: Hashable, Sendable {
    /// A push of the channel has come in.
    case push(Push)
    /// The app has returned from such a push.
    case returned
    /// No participant speaks, and the app is suspended: its lines are cut.
    case wentQuiet(AppIdentifier)
  }

  /// An event of pushes.
  package enum PushEvent: Hashable, Sendable {
    case arrived(Push)
    /// The user has seen of it what there is to see; it may announce an issue.
    case received(Push)
    /// The push is for the app itself, and announces no issue.
    case content(Push)
    /// The radio is on, or the power is: what waits only for that goes along.
    case flushHeldPushes
    /// Something has changed that held pushes wait for.
    case review
    /// And what was stored has arrived.
    case reviewHeld
    /// The next review must be planned again.
    case plan
    /// The user ends the app's call.
    case endCall(AppIdentifier)
    /// A gateway has given the app a token.
    case tokenGiven(PushTopicName, token: String)
    /// The app in the slot has returned from a push.
    case returned(slot: Int)
  }

  /// An event of notifications.
  package enum NotificationEvent: Hashable, Sendable {
    /// A push is to be seen.
    case push(Push)
    /// One is due, and its app is in front.
    case inFront(DeliveredNotification)
    /// The app in front was asked about one.
    case asked(PendingPresentation)
    /// The place of a notification cannot be watched.
    case regionRefused(LocalNotification, of: AppIdentifier, LocationError)
    /// The place of notifications was entered or left.
    case crossed(region: String, of: AppIdentifier, isEntered: Bool)
    /// The user's answers while the device was locked can be delivered.
    case respond(NotificationResponse, of: AppIdentifier)
    /// The host says whether the user sees one that was delivered.
    case presented(String, of: AppIdentifier, isShown: Bool)
  }

  /// An event of the location service.
  package enum LocationEvent: Hashable, Sendable {
    case fix(Location)
    /// Beacons that the radio has heard.
    case beacons([BeaconSighting])
    /// Bluetooth was switched on or off.
    case radioChanged
    /// A notification waits for a place.
    case watch(CircularRegion, for: LocalNotification, of: AppIdentifier)
    /// None waits for it any more.
    case stopWatching(region: String, of: AppIdentifier)
    /// The user answers a question of the system's.
    case answer(NotificationResponse, of: AppIdentifier)
    /// The app has asked the user for the permission.
    case permissionAsked(AppIdentifier)
    case step(LocationStep)
  }

  /// An event of accessories.
  package enum AccessoryChange: Hashable, Sendable {
    case reported(AccessoryEvent)
    /// It is not connected any more, and with it end the lines to it.
    case removed(String)
    /// The app hears of the end of its line to a connected accessory.
    case lineHungUp(String, of: AppIdentifier)
    /// The user no longer lets the app use accessories.
    case revoked(AppIdentifier)
  }

  /// An event of Bluetooth.
  package enum BluetoothChange: Hashable, Sendable {
    case reported(BluetoothEvent)
    /// The user no longer lets the app use Bluetooth.
    case revoked(AppIdentifier)
    /// Another profile is followed, which has peripherals of apps or not.
    case peripheralsChanged
    case step(BluetoothStep)
  }

  /// An event of descriptors that the daemon holds for apps.
  package enum DescriptorChange: Hashable, Sendable {
    /// It can be read.
    case readable(name: String, of: AppIdentifier, isHungUp: Bool, isUnread: Bool)
    /// The daemon holds no duplicate of it any more.
    case lost(name: String, of: AppIdentifier)
    case step(DescriptorStep)
  }

  /// An event of jobs.
  package enum JobEvent: Hashable, Sendable {
    /// The process of a run, and its app, have ended.
    case processEnded(of: JobIdentifier, ExitReason)
    /// The machine or the daemon was restarted, and everything due until then has been done.
    case restarted
    case step(JobStep)
  }

  /// An event of transfers.
  package enum TransferEvent: Hashable, Sendable {
    /// Reports of the transfer services on attempts.
    case reported([TransferReport])
    /// The app has heard something of a session to the end.
    case heard(SessionCallback, slot: Int)
    case step(TransferStep)
  }

  /// An event of background work.
  package enum WorkEvent: Hashable, Sendable {
    /// The requests or the running work of an app have changed.
    case changed(slot: Int)
    /// A task that others may have waited for has ended.
    case slotFreed
    /// The work of an app must be reviewed.
    case due(slot: Int)
    /// Something else has woken the machine, up to that level.
    case coalesce(EnergyLevel)
    /// More is known of how apps were used, or less.
    case historyChanged
    case step(WorkStep)
  }

  /// An event of consumption.
  package enum ConsumptionEvent: Hashable, Sendable {
    /// The host has read the counters of the app's process.
    case measured(ResourceUsage, slot: Int)
    /// Something else keeps the app running off screen than before.
    case holdsChanged(AppIdentifier)
    /// The transfer service has moved bytes for the app; `on`: the link that the device had, `none` within the machine.
    case transferred(bytes: Int64, TransferDirection, on: NetworkLink, for: AppIdentifier)
    /// The planner has charged the app with energy: for a wake, or for a notification.
    case charged(AppIdentifier, for: BatteryLabel)
    /// Another source feeds the machine, or its battery is fuller or emptier.
    case powerChanged
  }

  /// An event of memory.
  package enum MemoryEvent: Hashable, Sendable {
    /// Swap was added, removed, or has changed.
    case swapChanged(SwapState?)
    /// Memory is shorter than before, or less so.
    case levelChanged
    /// The user has changed the rest of frozen apps.
    case restChanged
    /// The host's answer to an order to page out, or its progress before a thaw.
    case pagedOut(PageOutReport, slot: Int)
    /// The host's report on the waits of a thawed app.
    case pagedIn(PageInReport, slot: Int)
    /// The host has read memory back, or reports its progress before a thaw.
    case readBack(ReadBackReport, slot: Int)
  }
}
