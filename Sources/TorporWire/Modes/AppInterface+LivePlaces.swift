extension AppInterface {
  /// What monitors, live updates and beacons add to the description.
  static let liveTypes = #"""
    # Which beacons are meant: all of a uuid, of a major of it, or of a minor of that.
    type BeaconIdentity (uuid: string, major: ?int, minor: ?int)

    # Beacons whose coming and going is told, as with circles; a circle and beacons have one name each.
    # notifyEntryStateOnDisplay: told by didDetermineState, too, whenever the user lights the screen.
    type BeaconRegion (
      identifier: string,
      beacon: BeaconIdentity,
      notifyOnEntry: ?bool,
      notifyOnExit: ?bool,
      notifyEntryStateOnDisplay: ?bool
    )

    # A beacon that is heard. proximity: unknown, immediate, near or far; signalStrength in dBm.
    type Beacon (
      uuid: string,
      major: int,
      minor: int,
      proximity: string,
      accuracyMetres: ?float,
      signalStrength: int
    )

    # What a monitor watches for: a circle, or a beacon; radiusMetres above 0.
    type MonitorCondition (
      latitude: ?float,
      longitude: ?float,
      radiusMetres: ?float,
      beacon: ?BeaconIdentity
    )

    # A condition, and the last of its events that was taken. conditionState: unknown, satisfied,
    # unsatisfied or unmonitored.
    type MonitorRecord (
      identifier: string,
      condition: MonitorCondition,
      conditionState: string,
      atMicroseconds: int,
      obstacle: ?string
    )
    """#

  static let liveMethods = #"""
    # Takes up the monitor of that name, of which a process has one. Its conditions stay when the process
    # ends, and what happened to them meanwhile is told to whoever opens it.
    method OpenMonitor(monitor: string, key: ?string) -> ()

    method CloseMonitor(monitor: string, key: ?string) -> ()

    # Adds a condition in the place of one of that name. assuming: unknown (then the first finding is an
    # event), satisfied or unsatisfied. Together with its regions an app has 20; one more is told as
    # unmonitored with conditionLimitExceeded, and not kept.
    method AddCondition(
      monitor: string,
      identifier: string,
      condition: MonitorCondition,
      assuming: ?string,
      key: ?string
    ) -> ()

    method RemoveCondition(monitor: string, identifier: string, key: ?string) -> ()

    method MonitorRecords(monitor: string, key: ?string) -> (records: []MonitorRecord)

    # The app has awaited the didChangeCondition of that time, which is the record's event from now on.
    # What is not taken is told again to the next process.
    method TakeMonitorEvent(
      monitor: string,
      identifier: string,
      atMicroseconds: int,
      key: ?string
    ) -> ()

    # Answered by didUpdateLive events, the first at once. configuration: default, automotiveNavigation,
    # otherNavigation, fitness or airborne. When the device stands still, one says isStationary, and
    # the app may be suspended; it is woken, or launched, when the device goes on.
    method StartLiveUpdates(configuration: ?string, key: ?string) -> ()

    method StopLiveUpdates(key: ?string) -> ()

    # Lets live updates go on off screen; with the mode location. Begun on screen; who was launched while
    # it stood takes it up again within 10 s.
    method BeginBackgroundActivity(key: ?string) -> ()

    method EndBackgroundActivity(key: ?string) -> ()

    # Lets an app that may always know places have live updates, and events of its monitors, off screen.
    # Begun and taken up again as a background activity.
    method HoldServiceSession(key: ?string) -> ()

    method EndServiceSession(key: ?string) -> ()

    # Ended by StopMonitoringRegion; among the app's 20.
    method StartMonitoringBeacons(region: BeaconRegion, key: ?string) -> ()

    method MonitoredBeaconRegions(key: ?string) -> (regions: []BeaconRegion)

    # Answered by didRangeBeacons events while the app runs; it does not keep it running.
    method StartRangingBeacons(beacon: BeaconIdentity, key: ?string) -> ()

    method StopRangingBeacons(beacon: BeaconIdentity, key: ?string) -> ()
    """#
}
