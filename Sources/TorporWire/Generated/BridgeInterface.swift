// Made from Interfaces/io.torpor.Bridge.varlink by scripts/generate; change that, not this.

/// io.torpor.Bridge, as its file describes it.
package enum BridgeInterface {
  package static let name = "io.torpor.Bridge"

  /// The methods, in the order of the file.
  package enum Method: String, Hashable, Sendable, CaseIterable {
    case attach = "Attach"
    case report = "Report"

    /// The name with the interface in front.
    package var wholeName: String { "\(name).\(rawValue)" }
  }

  /// The errors with their whole names, in the order of the file.
  package enum ErrorName: String, Hashable, Sendable, CaseIterable {
    case replaced = "io.torpor.Bridge.Replaced"
  }

  /// The text of the file, which `org.varlink.service` serves.
  package static let description = #"""
    # What the daemon learns from a user's desktop, and what it asks of it. Facts of processes hold for
    # apps of the caller's own user alone; facts of the device are taken from one bridge at a time.
    interface io.torpor.Bridge

    # A fact; one member is set.
    type Fact (
      # Whether a part of the bridge has what it needs.
      part: ?(name: string, isAvailable: bool, cause: ?string),
      power: ?(isOnExternalPower: bool, batteryPercent: ?int),
      # null: unknown.
      metered: ?(isMetered: ?bool),
      idle: ?(isIdle: bool, sinceMicrosecondsAgo: int),
      locked: ?(isLocked: bool),
      sleepIsNear: ?(isNear: bool),
      shutdownIsNear: ?(isNear: bool),
      focus: ?(pids: []int),
      hovered: ?(pids: []int),
      audio: ?(streams: [](pid: int, isRecording: bool)),
      mediaPlaying: ?(pids: []int),
      location: ?(fix: Fix),
      bluetooth: ?(event: object),
      # Those that the daemon listens for; strengths in dBm.
      beacons: ?(sightings: []Sighting),
      notificationShown: ?(key: string),
      notificationAnswered: ?(key: string, action: string, text: ?string),
      notificationClosed: ?(key: string, wasDismissed: bool),
      statusItems: ?(pids: []int),
      busCallWaits: ?(pid: int, name: string, member: string),
      grab: ?(pid: int)
    )

    type Fix (
      latitudeDegrees: float,
      longitudeDegrees: float,
      horizontalAccuracyMetres: float,
      ageMicroseconds: int,
      speedMetresPerSecond: ?float,
      courseDegrees: ?float,
      altitudeMetres: ?float
    )

    type Sighting (
      uuid: string,
      major: int,
      minor: int,
      signalStrength: int,
      strengthAtOneMetre: int
    )

    type Notification (
      key: string,
      appName: string,
      title: string,
      body: string,
      # A name of the desktop's theme, or a path.
      sound: ?string,
      actions: [](id: string, title: string, takesText: bool),
      # low, normal or critical.
      urgency: string,
      icon: ?string
    )

    # An order; one member is set.
    type Order (
      showNotification: ?(notification: Notification),
      withdrawNotification: ?(key: string),
      # Without a demand: no app asks any more.
      locate: ?(
        demand: ?(accuracyMetres: float, intervalMicroseconds: int, distanceMetres: float)
      ),
      # Without a demand: no app asks any more.
      lookForBeacons: ?(demand: ?(uuids: []string, intervalSeconds: int)),
      bluetooth: ?(order: object),
      # The daemon knows that sleep is near, and is ready.
      maySleep: ?(),
      # Have the machine sleep, unless an inhibitor blocks that.
      suspend: ?(),
      frozen: ?(launch: string, pids: []int),
      thawed: ?(launch: string)
    )

    # Takes orders. Call it with `more`; the first reply has none and says that the bridge is taken.
    # The newest bridge of a user takes the place of the one before, whose stream ends.
    method Attach() -> (orders: []Order)

    # Tells facts, at most 256 at once. Call it oneway on the connection that is attached;
    # on another it is not permitted.
    method Report(facts: []Fact) -> ()

    # A newer bridge of the same user has attached.
    error Replaced (message: string)

    """#
}
