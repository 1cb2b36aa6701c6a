package import TorporModel

/// What can happen to a service: the one list.
///
/// The device tells most of it to every service, in the order of `Services`; what one service tells another goes
/// the same way, by its outbox. In groups, so that a service leaves out in one word what does not concern it, and
/// has to decide about each event of a group that does.
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
  /// The time of the service's `nextDeadline` has come; told to that service alone.
  case deadline

  /// What happens to an app and to its process.
  package enum AppEvent: Hashable, Sendable {
    /// Its process has come to another phase.
    case phaseChanged(slot: Int, from: AppPhase, to: AppPhase)
    /// What its user would be shown of its state has changed.
    case stateChanged(slot: Int)
    /// Something of it has changed, and the services have followed; told while there are transfers.
    case changed(slot: Int)
    /// Its process is gone, ordered or not.
    case processEnded(slot: Int)
    /// The user has removed it from the switcher.
    case forceQuit(AppIdentifier)
    /// It leaves the device; its record is there until all services have heard of it.
    case removed(AppIdentifier)
  }

  /// What happens to the machine.
  package enum DeviceChange: Hashable, Sendable {
    /// It was started anew; every process is gone already.
    case booted
    /// The daemon was started anew: what it held for apps, and what it told the desktop, is gone.
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
    /// Something has changed that background work waits for; told before `conditionsChanged`.
    case surroundingsChanged
    /// Settings, conditions or the lock have changed.
    case conditionsChanged
    /// And every service has acted on that.
    case conditionsActedOn
  }

  /// What happens with calls.
  package enum CallEvent: Hashable, Sendable {
    /// A call, or something else that lies over the screen (`by` is `nil`), has begun.
    case began(by: AppIdentifier?)
    case ended
  }

  /// What is heard.
  package enum SoundEvent: Hashable, Sendable {
    /// What the kernel's sound server says of the app has changed.
    case reported(slot: Int)
    /// Nothing is heard of the app.
    case silent(AppIdentifier)
    /// The system activates a session for the app.
    case activate(AudioSession, AppIdentifier)
    /// The system ends the session of the app, if it has one, and tells it that by the callback before.
    case deactivate(AppIdentifier, telling: Callback)
  }

  /// What happens on the channel of push to talk.
  package enum ChannelEvent: Hashable, Sendable {
    /// A push of the channel has come in.
    case push(Push)
    /// The app has returned from such a push.
    case returned
    /// No participant speaks, and the app is suspended: its lines are cut.
    case wentQuiet(AppIdentifier)
  }

  /// What happens with pushes.
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
    /// The next look is to be planned anew.
    case plan
    /// The user ends the app's call.
    case endCall(AppIdentifier)
    /// A gateway has given the app a token.
    case tokenGiven(PushTopicName, token: String)
    /// The app in the slot has returned from a push.
    case returned(slot: Int)
  }

  /// What happens with notifications.
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
    /// What the user has answered while the device was locked can be told.
    case respond(NotificationResponse, of: AppIdentifier)
    /// The host says whether the user sees one that was delivered.
    case presented(String, of: AppIdentifier, isShown: Bool)
  }

  /// What happens with places.
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

  /// What happens with accessories.
  package enum AccessoryChange: Hashable, Sendable {
    case reported(AccessoryEvent)
    /// It is not connected any more, and with it end the lines to it.
    case removed(String)
    /// The app hears of the end of its line to a connected accessory.
    case lineHungUp(String, of: AppIdentifier)
    /// The user no longer lets the app use accessories.
    case revoked(AppIdentifier)
  }

  /// What happens with Bluetooth.
  package enum BluetoothChange: Hashable, Sendable {
    case reported(BluetoothEvent)
    /// The user no longer lets the app use Bluetooth.
    case revoked(AppIdentifier)
    /// Another profile is followed, which has peripherals of apps or not.
    case peripheralsChanged
    case step(BluetoothStep)
  }

  /// What happens with descriptors that the daemon holds for apps.
  package enum DescriptorChange: Hashable, Sendable {
    /// It can be read.
    case readable(name: String, of: AppIdentifier, isHungUp: Bool, isUnread: Bool)
    /// The daemon holds no duplicate of it any more.
    case lost(name: String, of: AppIdentifier)
    case step(DescriptorStep)
  }

  /// What happens with jobs.
  package enum JobEvent: Hashable, Sendable {
    /// The process of a run is gone, and its app with it.
    case processEnded(of: JobIdentifier, ExitReason)
    /// The machine or the daemon was started anew, and what was due until then has been done.
    case restarted
    case step(JobStep)
  }

  /// What happens with transfers.
  package enum TransferEvent: Hashable, Sendable {
    /// What the services that move bytes say of attempts.
    case reported([TransferReport])
    /// The app has heard something of a session to the end.
    case heard(SessionCallback, slot: Int)
    case step(TransferStep)
  }

  /// What happens with background work.
  package enum WorkEvent: Hashable, Sendable {
    /// What an app has asked for, or what it runs, is other than before.
    case changed(slot: Int)
    /// A task is over for which others may have waited.
    case slotFreed
    /// The work of an app is to be looked at.
    case due(slot: Int)
    /// Something else has woken the machine, up to that level.
    case coalesce(EnergyLevel)
    /// More is known of how apps were used, or less.
    case historyChanged
    case step(WorkStep)
  }

  /// What apps use.
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

  /// What happens with memory.
  package enum MemoryEvent: Hashable, Sendable {
    /// Swap has come, has gone, or stands otherwise.
    case swapChanged(SwapState?)
    /// Memory is shorter than before, or less so.
    case levelChanged
    /// The user wants frozen apps to be left alone for another time.
    case restChanged
    /// The host answers an order to write memory away, or tells how far it came before a thaw.
    case pagedOut(PageOutReport, slot: Int)
    /// The host has seen what a thawed app had to wait for.
    case pagedIn(PageInReport, slot: Int)
    /// The host has read memory back, or tells how far it came before a thaw.
    case readBack(ReadBackReport, slot: Int)
  }
}
