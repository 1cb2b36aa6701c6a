extension AppInterface {
  /// What the services for modes add to the description: types, then methods in the order of
  /// `ModeRequest.methods`.
  static let modes = [
    noticeTypes, accessoryType, modeTypes, liveTypes, placeMethods, liveMethods, noticeMethods,
    linkMethods, channelMethods,
  ].joined(separator: "\n\n")

  /// An accessory, for both interfaces.
  static let accessoryType = #"""
    # An external accessory. protocols: what it speaks; none: nothing says so. device: its node.
    # isDeclared: whether a call said that it is there, and not the kernel.
    type Accessory (
      name: string,
      protocols: []string,
      device: ?string,
      vendor: ?string,
      product: ?string,
      serialNumber: ?string,
      isDeclared: bool
    )
    """#

  /// A notification and what it is made of; the interface for people's programs has them too.
  static let noticeTypes = #"""
    # A circle on the map. identifier: at most 256 bytes; a second region of that name takes its place.
    type Region (
      identifier: string,
      latitude: float,
      longitude: float,
      radiusMetres: float,
      notifyOnEntry: ?bool,
      notifyOnExit: ?bool
    )

    # When a notification is shown. type: interval (microseconds from now), calendar (the parts that a
    # date must have, in local time wherever the device is; weekday 1 is Sunday) or region.
    type Trigger (
      type: string,
      repeats: ?bool,
      microseconds: ?int,
      year: ?int,
      month: ?int,
      day: ?int,
      weekday: ?int,
      hour: ?int,
      minute: ?int,
      second: ?int,
      region: ?Region
    )

    # A notification; without a trigger it is shown at once. Of one name there is one. hasSound: the
    # default sound is heard; soundName: that file of the app instead. level: passive, active,
    # timeSensitive or critical. userInfo: the app's own words, JSON in a string. At most 7 KiB in all;
    # title and subtitle 1 KiB each, body and userInfo 4 KiB each.
    type Notification (
      identifier: string,
      title: ?string,
      subtitle: ?string,
      body: ?string,
      hasSound: ?bool,
      soundName: ?string,
      badge: ?int,
      category: ?string,
      level: ?string,
      userInfo: ?string,
      trigger: ?Trigger
    )
    """#

  private static let modeTypes = #"""
    # Where the device was, in degrees and metres; atMicroseconds on the device's own time line.
    type Location (
      latitude: float,
      longitude: float,
      horizontalAccuracyMetres: float,
      atMicroseconds: int,
      altitudeMetres: ?float,
      speedMetresPerSecond: ?float,
      courseDegrees: ?float
    )

    # A stay; without an arrival it began before anybody watched, without a departure it goes on.
    type Visit (
      latitude: float,
      longitude: float,
      horizontalAccuracyMetres: float,
      arrivalMicroseconds: ?int,
      departureMicroseconds: ?int
    )

    # What the user did with a notification. action: that of its category, or
    # com.apple.UNNotificationDefaultActionIdentifier, com.apple.UNNotificationDismissActionIdentifier.
    type NotificationResponse (notification: string, action: string, text: ?string)

    # A button of a notification; without opensApp the app is run off screen for a few seconds.
    type NotificationAction (
      identifier: string,
      title: string,
      opensApp: ?bool,
      needsAuthentication: ?bool,
      isDestructive: ?bool,
      takesText: ?bool
    )

    type NotificationCategory (
      identifier: string,
      actions: []NotificationAction,
      tellsOfDismissal: ?bool
    )
    """#

  private static let placeMethods = #"""
    # The token under which senders reach the app; ask at every launch, it may change.
    # kind: remote (alerts and content-available) or voIP.
    method RegisterForPush(kind: string, key: ?string) -> (token: string)

    method UnregisterForPush(kind: string, key: ?string) -> ()

    # The call that a didReceiveIncomingPush with mustReport announced is shown to the user. Report it
    # before you return from the event, or the app is ended.
    method ReportCall(key: ?string) -> ()

    # No call is under way any more.
    method EndCall(key: ?string) -> ()

    # desiredAccuracyMetres: 0 is as good as can be had. allowsBackgroundUpdates, with the mode
    # location: what is started on screen goes on off screen. pausesAutomatically: true unless said
    # otherwise. activity: other, automotiveNavigation, fitness, otherNavigation or airborne.
    method StartUpdatingLocation(
      desiredAccuracyMetres: ?float,
      distanceFilterMetres: ?float,
      allowsBackgroundUpdates: ?bool,
      pausesAutomatically: ?bool,
      activity: ?string,
      key: ?string
    ) -> ()

    method StopUpdatingLocation(key: ?string) -> ()

    # One fix, then nothing.
    method RequestLocation(accuracyMetres: ?float, key: ?string) -> ()

    # What is monitored launches the app, too, after a restart of the device as well.
    method StartMonitoringSignificantChanges(key: ?string) -> ()

    method StopMonitoringSignificantChanges(key: ?string) -> ()

    method StartMonitoringVisits(key: ?string) -> ()

    method StopMonitoringVisits(key: ?string) -> ()

    # 20 regions are the most; what is too many or too large is told by monitoringDidFail.
    method StartMonitoringRegion(region: Region, key: ?string) -> ()

    method StopMonitoringRegion(region: string, key: ?string) -> ()

    method MonitoredRegions(key: ?string) -> (regions: []Region)

    # Answered by a didDetermineState event.
    method RequestRegionState(region: string, key: ?string) -> ()

    # Fixes are collected until the device has gone so far, or so long; answered by exactly one
    # didFinishDeferredUpdates.
    method DeferLocationUpdates(
      untilTravelledMetres: ?float,
      timeoutMicroseconds: ?int,
      key: ?string
    ) -> ()

    method EndDeferral(key: ?string) -> ()

    # authorization: never, whenInUse or always.
    method LocationAuthorization(key: ?string) -> (authorization: string)

    # accuracy: full, or reduced: within some 5 km, every quarter of an hour; regions are not watched.
    method LocationAccuracy(key: ?string) -> (accuracy: string)

    # Asks the user for full accuracy while the app is in use. purpose: what for, at most 1 KiB.
    # Answered by didChangeAccuracyAuthorization, or didFailWithError with 18 (promptDeclined).
    method RequestFullAccuracy(purpose: ?string, key: ?string) -> ()
    """#

  private static let noticeMethods = #"""
    # Schedules a notification, in the place of one of that name.
    method AddNotification(notification: Notification, key: ?string) -> ()

    # Without identifiers, all of them; at most 256 identifiers.
    method RemovePendingNotifications(identifiers: ?[]string, key: ?string) -> ()

    method RemoveDeliveredNotifications(identifiers: ?[]string, key: ?string) -> ()

    method PendingNotifications(key: ?string) -> (notifications: []Notification)

    method DeliveredNotifications(key: ?string) -> (notifications: []Notification)

    # All categories of the app: at most 64, with at most 16 actions each.
    method SetNotificationCategories(categories: []NotificationCategory, key: ?string) -> ()

    # The number on the app's icon; 0 takes it away.
    method SetBadge(count: int, key: ?string) -> ()

    # Answers a willPresent. options: badge, sound, list, banner; none of them: nothing is shown.
    method PresentNotification(callback: string, options: []string, key: ?string) -> ()

    # Whether the user lets the app show notifications.
    method NotificationSettings(key: ?string) -> (isAllowed: bool)
    """#

  private static let linkMethods = #"""
    # category: ambient, soloAmbient, playback, record, playAndRecord or multiRoute.
    method ActivateAudioSession(category: string, mixesWithOthers: ?bool, key: ?string) -> ()

    method DeactivateAudioSession(notifiesOthers: ?bool, key: ?string) -> ()

    # A session with an accessory that is connected, or will be.
    method OpenAccessory(accessory: string, key: ?string) -> ()

    method CloseAccessory(accessory: string, key: ?string) -> ()

    # Those that speak a protocol which the app supports (UISupportedExternalAccessoryProtocols), or all
    # where either says nothing.
    method ConnectedAccessories(key: ?string) -> (accessories: []Accessory)

    # Connects as soon as the peripheral is there, without a time-out. With a restoreIdentifier the
    # request outlives the process, and its event launches the app.
    method ConnectPeripheral(peripheral: string, restoreIdentifier: ?string, key: ?string) -> ()

    method CancelPeripheralConnection(peripheral: string, key: ?string) -> ()

    # services: at most 64; in the background they must be named.
    method ScanForPeripherals(
      services: ?[]string,
      restoreIdentifier: ?string,
      key: ?string
    ) -> ()

    method StopScan(key: ?string) -> ()

    method SetNotifyValue(
      peripheral: string,
      characteristic: string,
      isOn: bool,
      key: ?string
    ) -> ()

    method StartAdvertising(services: ?[]string, restoreIdentifier: ?string, key: ?string) -> ()

    method StopAdvertising(key: ?string) -> ()

    # What centrals find in the app, all of it: at most 64 services of 32 characteristics; none: no more.
    # uses: read, write, writeWithoutResponse, notify, indicate. With a restoreIdentifier it outlives the
    # process, and what a central asks launches the app.
    method PublishServices(
      services: ?[](service: string, characteristics: [](characteristic: string, uses: []string)),
      restoreIdentifier: ?string,
      key: ?string
    ) -> ()

    # Answers a centralRequest, within 10 s. value: Base64, at most 512 bytes, from the requested byte on;
    # none for a write that was taken. errorCode: one of the attribute protocol instead.
    method AnswerCentral(request: string, value: ?string, errorCode: ?int, key: ?string) -> ()

    # Tells the centrals that have subscribed what the value is now.
    method UpdateValue(service: string, characteristic: string, value: ?string, key: ?string) -> ()

    # Hands over a duplicate of a descriptor, which comes beside the call (SCM_RIGHTS): while the app is
    # frozen or dead the system polls it, never reads from it, and when it can be read the app gets a
    # socketReadable. purpose: voip (needs the mode voip; launches the app, too), accessory (with
    # `accessory`; needs external-accessory), other (anything that can be polled; needs no mode, launches
    # the app, too). descriptor: its number in the app, so that a restarted system finds it again; where
    # it does not, the app gets a descriptorLost. 16 are the most of an app. A second one of a name takes
    # the place of the first. What the app leaves unread wakes it after 30 s, then after 1 min, …, 1 h.
    method HandOverDescriptor(
      name: string,
      purpose: string,
      accessory: ?string,
      descriptor: ?int,
      key: ?string
    ) -> ()

    method TakeBackDescriptor(name: string, key: ?string) -> ()

    # A keepAlive event so often, 600 s at the least; while the app has the mode voip.
    method SetKeepAlive(microseconds: int, key: ?string) -> ()

    method ClearKeepAlive(key: ?string) -> ()

    """#
}
