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
    # The facts that the daemon receives from a user's desktop, and the orders that it gives it. Facts about processes
    # hold only for apps of the caller's own user; facts about the device are taken from one bridge at a time. A call
    # from inside an app is not permitted.
    # @permission user
    interface io.torpor.Bridge

    # The limits are our choice, far above what a desktop needs: 1,024 processes are a terminal with everything that runs in
    # it, 256 beacons a hall full of them. A name may be as long as a D-Bus name; a text, and the key of a notification,
    # which contains the app's own name for it, have at most 4 KiB. A Bluetooth value has at most 512 bytes (Core 5.4,
    # volume 3, part F, 3.2.9), and a signal strength is a signed byte.

    # The urgency of a notification, as desktops distinguish it.
    type Urgency (low, normal, critical)

    # An operation that a central may perform on a characteristic.
    type CharacteristicUse (read, write, writeWithoutResponse, notify, indicate)

    # The kind of a central's request to a peripheral that an app publishes.
    type CentralRequestKind (read, write, subscribe, unsubscribe)

    # The outcome of a message of a server: the program has accepted it; the program has not accepted it yet, and the
    # message is wanted again when its channel is reported again; the channel has no owner; the program cannot accept
    # it.
    type MessageOutcome (delivered, later, unknown, refused)

    # The visibility of a process's windows: one has the focus; one is visible; none is visible, and one is minimised;
    # all are on a workspace, or behind a tab, that is not shown.
    type WindowVisibility (focused, visible, minimised, elsewhere)

    # A fact; one member is set. Most are states: each holds until the next one. Names and texts have no control
    # characters, and only a text may have several lines. Processes are identified by their numbers (pids).
    # @union
    type Fact (
      # Whether a part of the bridge is available. cause: why not, on one line.
      part: ?(
        # @bytes 4096
        cause: ?string,
        isAvailable: bool,
        # @bytes 1..255
        name: string
      ),
      # The power supply; batteryPercent is absent if there is no battery.
      power: ?(
        # @range 0..100
        batteryPercent: ?int,
        isOnExternalPower: bool
      ),
      # Whether the network is metered; without isMetered that is not known.
      metered: ?(isMetered: ?bool),
      # Whether the session is idle, and since when.
      idle: ?(
        isIdle: bool,
        # @range 0..
        sinceMicrosecondsAgo: int
      ),
      # Whether the session's screen is locked.
      locked: ?(isLocked: bool),
      # Whether the machine is about to sleep; false when it has woken.
      prepareForSleep: ?(isStarting: bool),
      # Whether the desktop's screen saver covers the screen.
      screenSaver: ?(isOn: bool),
      # Whether the machine is about to stop or restart; false when that was cancelled.
      prepareForShutdown: ?(isStarting: bool),
      # The processes whose window has the focus, including those in the terminal in it.
      focus: ?(
        # @range 1..
        # @count 1024
        pids: []int
      ),
      # The processes whose surface is under the pointer.
      pointerFocus: ?(
        # @range 1..
        # @count 1024
        pids: []int
      ),
      # The visibility of the windows of each process that has any; without windows that is not known.
      windows: ?(
        # @count 1024
        windows: ?[]ProcessWindows
      ),
      # The processes that are playing or recording.
      audio: ?(
        # @count 1024
        streams: []Stream
      ),
      # The players that report that they are playing (MPRIS).
      mediaPlaying: ?(
        # @range 1..
        # @count 1024
        pids: []int
      ),
      # The location of the device.
      location: ?(fix: Fix),
      # An event of the radio.
      bluetooth: ?(event: BluetoothEvent),
      # The beacons that the daemon scans for and that were heard.
      beacons: ?(
        # @count 256
        sightings: []Sighting
      ),
      # The notification that is now on the screen.
      notificationShown: ?(
        # @bytes 4096
        key: string
      ),
      # The action of a notification that the user chose; default is a tap on it. text: what the user wrote.
      notificationAnswered: ?(
        # @bytes 1..255
        action: string,
        # @bytes 4096
        key: string,
        # @bytes 4096
        text: ?string
      ),
      # The notification that has left the screen.
      notificationClosed: ?(
        # @bytes 4096
        key: string,
        wasDismissed: bool
      ),
      # The processes that have an item in the desktop's panel.
      statusItems: ?(
        # @range 1..
        # @count 1024
        pids: []int
      ),
      # A client's call to a frozen process by one of its names on the bus; the client waits.
      busCallWaits: ?(
        # @bytes 1..255
        member: string,
        # @bytes 1..255
        name: string,
        # @range 1..
        pid: int
      ),
      # The channels of Web Push through which programs of the user want messages now, and those that have ended, of
      # which the gateway must be notified.
      pushChannels: ?(
        # @count 1024
        channels: []PushChannel,
        # @count 1024
        # @bytes 1..64
        ended: []string
      ),
      # A message on its way to a process, by the name of the process on the bus.
      pushMessageWaits: ?(
        # @bytes 1..255
        name: string,
        # @range 1..
        pid: int
      ),
      # The outcome of a message that was delivered.
      pushMessageAnswered: ?(
        # @bytes 1..64
        identifier: string,
        outcome: MessageOutcome
      ),
      # The process of a frozen group that holds the pointer or the keyboard.
      grab: ?(
        # @range 1..
        pid: int
      ),
      # The latest picture of an app's window, a PNG at an absolute path; without path there is none any more.
      snapshot: ?(
        app: string,
        # @bytes 1..4096
        path: ?string,
        # @range 0..
        takenWallMicroseconds: ?int
      )
    )

    # A channel of Web Push: a UUID. key: the only key with which its senders sign, a point of P-256 in Base64url.
    type PushChannel (
      # @bytes 1..64
      channel: string,
      # @bytes 1..128
      key: ?string
    )

    # The windows of one process. isTerminal: whether they belong to the terminal in which the process runs.
    type ProcessWindows (
      isTerminal: bool,
      # @range 1..
      pid: int,
      visibility: WindowVisibility
    )

    # A process that plays or records. isSilent: whether, after the daemon asked for the level, nothing above -80 dBFS
    # was in it for 5 s. isVideo: whether it is a camera or a screen.
    type Stream (
      isRecording: bool,
      isSilent: ?bool,
      isVideo: ?bool,
      # @range 1..
      pid: int
    )

    # One fix of the position, on the ellipsoid of WGS 84. Latitudes north of the equator and longitudes east of
    # Greenwich are positive; a course is clockwise from north. ageMicroseconds: the age of the fix when it was
    # reported.
    type Fix (
      # @range 0..
      ageMicroseconds: int,
      altitudeMetres: ?float,
      # @range 0..360
      courseDegrees: ?float,
      # @range 0..
      horizontalAccuracyMetres: float,
      # @range -90..90
      latitudeDegrees: float,
      # @range -180..180
      longitudeDegrees: float,
      # @range 0..
      speedMetresPerSecond: ?float
    )

    # A beacon as the radio heard it. uuid: as in RFC 9562, in lower case. Strengths are in dBm.
    type Sighting (
      # @range 0..65535
      major: int,
      # @range 0..65535
      minor: int,
      # @range -128..127
      signalStrength: int,
      # @range -128..127
      strengthAtOneMetre: int,
      uuid: string
    )

    # An event of the radio; one member is set. data: a value that was subscribed to has changed. peripheral: its
    # address, or another name by which the radio identifies it.
    # @union
    type BluetoothEvent (
      power: ?(isOn: bool),
      connected: ?(
        # @bytes 255
        peripheral: string
      ),
      disconnected: ?(
        # @bytes 255
        peripheral: string
      ),
      discovered: ?(
        # @bytes 255
        peripheral: string,
        # @count 512
        # @bytes 255
        services: []string
      ),
      data: ?(
        # @bytes 255
        peripheral: string
      ),
      # A central's request for what the app advertises or publishes.
      centralRequest: ?(app: string, request: ?CentralRequest)
    )

    # A central's request. identifier: identifies the request in the answer; without it no answer is awaited. central:
    # its address. offset: the first byte of the value that is meant. value: the written bytes.
    type CentralRequest (
      # @bytes 255
      central: ?string,
      # @bytes 255
      characteristic: string,
      # @range 0..
      identifier: ?int,
      kind: CentralRequestKind,
      # @range 0..
      offset: int,
      # @bytes 255
      service: string,
      # @count 512
      value: []int
    )

    # A notification to show. sound: a name of the desktop's theme, or a path. icon: likewise. percent: the progress of
    # the work that it is about; such a notification stays until it is withdrawn.
    type Notification (
      actions: []Action,
      appName: string,
      body: string,
      icon: ?string,
      key: string,
      percent: ?int,
      sound: ?string,
      title: string,
      urgency: Urgency
    )

    # A choice of a notification; the one whose id is default is a tap on the notification.
    type Action (id: string, takesText: bool, title: string)

    # The location updates that apps need. accuracyMetres: the radius within which a fix is accurate enough.
    # intervalMicroseconds: how often one is useful. distanceMetres: how far the device must have moved for one to be
    # useful.
    type LocationDemand (accuracyMetres: float, distanceMetres: float, intervalMicroseconds: int)

    # The beacons to scan for. uuids: those of the beacons, in order, each once.
    type BeaconDemand (intervalSeconds: int, uuids: []string)

    # An order to the radio; one member is set. All but answer and updateValue state the whole of their kind: those
    # services and no others, or none.
    # @union
    type BluetoothOrder (
      connect: ?(peripheral: string),
      disconnect: ?(peripheral: string),
      scan: ?(isOn: bool, services: []string),
      subscribe: ?(characteristic: string, isOn: bool, peripheral: string),
      advertise: ?(app: string, services: []string),
      serve: ?(app: string, services: []Service),
      # Give a central its answer, if it still waits. request: its identifier. `_1`: {"value": {"_0": bytes}}, or
      # {"failure": {"code": a code of the attribute protocol}}; a name in Varlink begins with a letter.
      answer: ?object,
      # Notify the subscribed centrals.
      updateValue: ?(app: string, characteristic: string, service: string, value: []int)
    )

    # A service that an app offers to centrals. number: its Bluetooth number, short or long.
    type Service (characteristics: []Characteristic, number: string)

    type Characteristic (number: string, uses: []CharacteristicUse)

    # An order; one member is set.
    # @union
    type Order (
      # Show a notification, replacing one with the same key.
      showNotification: ?(notification: Notification),
      # Remove a notification from the screen.
      withdrawNotification: ?(key: string),
      # Show a number on an app's icon; 0: none.
      showBadge: ?(app: string, count: int),
      # Report the location; without a demand no app needs it any more.
      locate: ?(demand: ?LocationDemand),
      # Scan for beacons; without a demand no app needs them any more.
      scanForBeacons: ?(demand: ?BeaconDemand),
      bluetooth: ?(order: BluetoothOrder),
      # Allow the machine to sleep: the daemon is ready for the sleep that was announced.
      allowSleep: ?(),
      # Suspend the machine, unless an inhibitor blocks that.
      suspend: ?(),
      # Find out which streams of these launches are silent, and of no others. pids: the processes of those launches
      # that the desktop has started, whose groups do not have the number of a launch.
      listen: ?(launches: []string, pids: ?[]int),
      # Watch for calls that wait for a group of processes, which is now frozen.
      frozen: ?(launch: string, pids: []int),
      # Stop watching: the group runs again.
      thawed: ?(launch: string),
      # Serve programs that want messages of a push gateway: one is reachable, or could be.
      servePushes: ?(),
      # Use the address that the gateway has given a channel, to which its senders send.
      pushEndpoint: ?(channel: string, endpoint: string),
      # Remove a channel that has ended: the gateway has been notified of its end.
      pushChannelEnded: ?(channel: string),
      # Deliver a message to the program that owns its channel. data: its bytes as they were sent, in Base64.
      bringPushMessage: ?(channel: string, data: string, identifier: string),
      # Keep a picture of the app's window as it is now, for its card in the switcher.
      takeSnapshot: ?(app: string, launch: string),
      # Remove the picture of the app's window.
      removeSnapshot: ?(app: string)
    )

    # Starts the stream of orders. Call it with `more`; the first reply has none and confirms that the bridge is
    # attached. The newest bridge of a user replaces the previous one, whose stream ends.
    # @more
    method Attach() -> (orders: []Order)

    # Reports facts. Call it oneway on the attached connection; on another one it is not permitted.
    method Report(
      # @count 256
      facts: []Fact
    ) -> ()

    # A newer bridge of the same user has attached.
    error Replaced (message: string)

    """#
}
