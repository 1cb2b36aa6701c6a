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
    # What the daemon learns from a user's desktop, and what it asks of it. Facts of processes hold
    # only for apps of the caller's own user; facts of the device are taken from one bridge at a time.
    # A call from inside an app is not permitted.
    # @permission user
    interface io.torpor.Bridge

    # The limits are our choice, far above what a desktop comes to: 1,024 processes are a terminal with all that runs in
    # it, 256 beacons a hall full of them. A name has as many bytes as one of D-Bus may have, a text and the key of a
    # notification, which holds the app's own name for it, 4 KiB. A value of Bluetooth has 512 bytes (Core 5.4, volume 3,
    # part F, 3.2.9), and a strength is a byte with a sign.

    # How pressing a notification is, as desktops tell it apart.
    type Urgency (low, normal, critical)

    # What a central may do with a characteristic.
    type CharacteristicUse (read, write, writeWithoutResponse, notify, indicate)

    # What a central asks of an app's own peripheral.
    type CentralRequestKind (read, write, subscribe, unsubscribe)

    # What has become of a message of a server: the program has taken it; it has not yet, and it is wanted again when its
    # channel is reported again; the channel has no owner; the program cannot take it.
    type MessageOutcome (delivered, later, unknown, refused)

    # What can be seen of the windows of a process: one has the focus; one can be seen; none can be, and one is minimised;
    # all are on a workspace, or behind a tab, that is not shown.
    type WindowVisibility (focused, visible, minimised, elsewhere)

    # A fact; one member is set. Most are states: the last one holds until the next. Names and texts have no
    # control characters, and only a text may have several lines. Processes are named by their numbers (pids).
    # @union
    type Fact (
      # Whether a part of the bridge has what it needs; cause: why not, on one line.
      part: ?(
        # @bytes 4096
        cause: ?string,
        isAvailable: bool,
        # @bytes 1..255
        name: string
      ),
      # Without a battery no percent.
      power: ?(
        # @range 0..100
        batteryPercent: ?int,
        isOnExternalPower: bool
      ),
      # Whether traffic costs; without isMetered that is not known.
      metered: ?(isMetered: ?bool),
      # Whether the session is not used, and since when it has not been.
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
      # Whether the machine is about to stop or restart; false when that was called off.
      prepareForShutdown: ?(isStarting: bool),
      # Whose window has the focus, with those in the terminal in it.
      focus: ?(
        # @range 1..
        # @count 1024
        pids: []int
      ),
      # Whose surface is under the pointer.
      pointerFocus: ?(
        # @range 1..
        # @count 1024
        pids: []int
      ),
      # What can be seen of the windows of each process that has any; without windows that is not known.
      windows: ?(
        # @count 1024
        windows: ?[]ProcessWindows
      ),
      # Who plays or records now.
      audio: ?(
        # @count 1024
        streams: []Stream
      ),
      # Players that say that they play (MPRIS).
      mediaPlaying: ?(
        # @range 1..
        # @count 1024
        pids: []int
      ),
      # Where the device is.
      location: ?(fix: Fix),
      # What the radio reports.
      bluetooth: ?(event: BluetoothEvent),
      # Those that the daemon listens for and that were heard.
      beacons: ?(
        # @count 256
        sightings: []Sighting
      ),
      # A notification is on the screen.
      notificationShown: ?(
        # @bytes 4096
        key: string
      ),
      # The user chose an action of a notification: default is a tap on it. text: what they wrote.
      notificationAnswered: ?(
        # @bytes 1..255
        action: string,
        # @bytes 4096
        key: string,
        # @bytes 4096
        text: ?string
      ),
      # A notification has left the screen.
      notificationClosed: ?(
        # @bytes 4096
        key: string,
        wasDismissed: bool
      ),
      # Who has an item in the desktop's panel.
      statusItems: ?(
        # @range 1..
        # @count 1024
        pids: []int
      ),
      # A client called a frozen process by one of its names on the bus, and waits.
      busCallWaits: ?(
        # @bytes 1..255
        member: string,
        # @bytes 1..255
        name: string,
        # @range 1..
        pid: int
      ),
      # The channels of Web Push by which programs of the user want messages now, and those that have ended, of which the
      # gateway is to be told.
      pushChannels: ?(
        # @count 1024
        channels: []PushChannel,
        # @count 1024
        # @bytes 1..64
        ended: []string
      ),
      # A message is on its way to a process, by its name on the bus.
      pushMessageWaits: ?(
        # @bytes 1..255
        name: string,
        # @range 1..
        pid: int
      ),
      # What has become of a message that was brought.
      pushMessageAnswered: ?(
        # @bytes 1..64
        identifier: string,
        outcome: MessageOutcome
      ),
      # A process of a frozen group holds the pointer or the keyboard.
      grab: ?(
        # @range 1..
        pid: int
      ),
      # The last picture of an app's window, a PNG at an absolute path; without path there is none any more.
      snapshot: ?(
        app: string,
        # @bytes 1..4096
        path: ?string,
        # @range 0..
        takenWallMicroseconds: ?int
      )
    )

    # A channel of Web Push: a UUID. key: with which alone its senders sign, a point of P-256 in Base64url.
    type PushChannel (
      # @bytes 1..64
      channel: string,
      # @bytes 1..128
      key: ?string
    )

    # The windows of one process. isTerminal: they are those of the terminal in which the process runs.
    type ProcessWindows (
      isTerminal: bool,
      # @range 1..
      pid: int,
      visibility: WindowVisibility
    )

    # One process that plays or records. isSilent: the daemon has asked for the level, and nothing above -80 dBFS was
    # in it for 5 s. isVideo: a camera or a screen.
    type Stream (
      isRecording: bool,
      isSilent: ?bool,
      isVideo: ?bool,
      # @range 1..
      pid: int
    )

    # One fix of the position, on the ellipsoid of WGS 84. Latitudes north of the equator and longitudes east of
    # Greenwich are positive; a course is clockwise from north. ageMicroseconds: how old it was when it was told.
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

    # A beacon as the radio heard it. uuid: as RFC 9562 writes it, in small letters. Strengths are in dBm.
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

    # What the radio reports; one member is set. data: a value that was subscribed to has changed. peripheral: its
    # address, or what else the radio calls it.
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
      # A central asks what the app advertises or publishes.
      centralRequest: ?(app: string, request: ?CentralRequest)
    )

    # identifier: what the answer names; without one no answer is awaited. central: its address. offset: from
    # which byte of the value on. value: the bytes that are written.
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

    # sound: a name of the desktop's theme, or a path. icon: likewise. percent: how much of the work that it is about is
    # done; such a notification stays until it is withdrawn.
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

    # A choice that the user has; the one whose id is default is a tap on the notification.
    type Action (id: string, takesText: bool, title: string)

    # accuracyMetres: the radius within which a fix is good enough. intervalMicroseconds: how often one is of use.
    # distanceMetres: how far the device must have moved for one to be of use.
    type LocationDemand (accuracyMetres: float, distanceMetres: float, intervalMicroseconds: int)

    # uuids: whose beacons, in order, each once.
    type BeaconDemand (intervalSeconds: int, uuids: []string)

    # What the radio is to do; one member is set. All but answer and updateValue state the whole of their kind: those
    # services and no others, or none.
    # @union
    type BluetoothOrder (
      connect: ?(peripheral: string),
      disconnect: ?(peripheral: string),
      scan: ?(isOn: bool, services: []string),
      subscribe: ?(characteristic: string, isOn: bool, peripheral: string),
      advertise: ?(app: string, services: []string),
      serve: ?(app: string, services: []Service),
      # Give a central its answer, where it still waits. request: its identifier. `_1`: {"value": {"_0": bytes}}, or
      # {"failure": {"code": a code of the attribute protocol}}; a name in Varlink begins with a letter.
      answer: ?object,
      # Tell the centrals that have subscribed.
      updateValue: ?(app: string, characteristic: string, service: string, value: []int)
    )

    # A service that an app offers to centrals. number: Bluetooth's, short or long.
    type Service (characteristics: []Characteristic, number: string)

    type Characteristic (number: string, uses: []CharacteristicUse)

    # An order; one member is set.
    # @union
    type Order (
      # Show it, replacing one with the same key.
      showNotification: ?(notification: Notification),
      # Take it off the screen.
      withdrawNotification: ?(key: string),
      # Show a number on an app's icon; 0: none.
      showBadge: ?(app: string, count: int),
      # Without a demand: no app asks any more.
      locate: ?(demand: ?LocationDemand),
      # Without a demand: no app asks any more.
      scanForBeacons: ?(demand: ?BeaconDemand),
      bluetooth: ?(order: BluetoothOrder),
      # The daemon knows that sleep is near, and is ready.
      allowSleep: ?(),
      # Have the machine sleep, unless an inhibitor blocks that.
      suspend: ?(),
      # Find out which streams of these launches are silent, and of no others. pids: the processes of those of them that the desktop
      # has started, whose groups do not have the number of a launch.
      listen: ?(launches: []string, pids: ?[]int),
      # A group of processes stands still: watch for calls that wait for them.
      frozen: ?(launch: string, pids: []int),
      # It runs again.
      thawed: ?(launch: string),
      # A push gateway can be reached, or could be: be there for programs that want messages of it.
      servePushes: ?(),
      # The gateway has given a channel the address to which its senders send.
      pushEndpoint: ?(channel: string, endpoint: string),
      # The gateway knows of the end of a channel.
      pushChannelEnded: ?(channel: string),
      # Hand a message to the program whose channel it is. data: its bytes as they were sent, in Base64.
      bringPushMessage: ?(channel: string, data: string, identifier: string),
      # Keep a picture of the app's window as it is now, for its card in the switcher.
      takeSnapshot: ?(app: string, launch: string),
      # Remove the picture of the app's window.
      removeSnapshot: ?(app: string)
    )

    # Takes orders. Call it with `more`; the first reply has none and says that the bridge is taken.
    # The newest bridge of a user takes the place of the one before, whose stream ends.
    # @more
    method Attach() -> (orders: []Order)

    # Tells facts. Call it oneway on the connection that is attached; on another it is not permitted.
    method Report(
      # @count 256
      facts: []Fact
    ) -> ()

    # A newer bridge of the same user has attached.
    error Replaced (message: string)

    """#
}
