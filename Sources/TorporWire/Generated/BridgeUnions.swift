// Made from Interfaces/io.torpor.Bridge.varlink and Interfaces/swift.map by scripts/generate; change those,
// not this.

package import TorporModel

extension BridgeFact: WireObject {
  // What the interface allows.
  package static let partNameBytes: ClosedRange<Int> = 1...255
  package static let partCauseBytes: ClosedRange<Int> = 0...4096
  package static let powerBatteryPercentRange: ClosedRange<Int> = 0...100
  package static let idleSinceMicrosecondsAgoRange: ClosedRange<Int64> = 0 ... .max
  package static let focusPidsRange: ClosedRange<Int32> = 1 ... .max
  package static let focusPidsCount: ClosedRange<Int> = 0...1024
  package static let pointerFocusPidsRange: ClosedRange<Int32> = 1 ... .max
  package static let pointerFocusPidsCount: ClosedRange<Int> = 0...1024
  package static let windowsWindowsCount: ClosedRange<Int> = 0...1024
  package static let audioStreamsCount: ClosedRange<Int> = 0...1024
  package static let mediaPlayingPidsRange: ClosedRange<Int32> = 1 ... .max
  package static let mediaPlayingPidsCount: ClosedRange<Int> = 0...1024
  package static let beaconsSightingsCount: ClosedRange<Int> = 0...256
  package static let notificationShownKeyBytes: ClosedRange<Int> = 0...4096
  package static let notificationAnsweredKeyBytes: ClosedRange<Int> = 0...4096
  package static let notificationAnsweredActionBytes: ClosedRange<Int> = 1...255
  package static let notificationAnsweredTextBytes: ClosedRange<Int> = 0...4096
  package static let notificationClosedKeyBytes: ClosedRange<Int> = 0...4096
  package static let statusItemsPidsRange: ClosedRange<Int32> = 1 ... .max
  package static let statusItemsPidsCount: ClosedRange<Int> = 0...1024
  package static let busCallWaitsPidRange: ClosedRange<Int32> = 1 ... .max
  package static let busCallWaitsNameBytes: ClosedRange<Int> = 1...255
  package static let busCallWaitsMemberBytes: ClosedRange<Int> = 1...255
  package static let pushChannelsChannelsCount: ClosedRange<Int> = 0...1024
  package static let pushChannelsEndedCount: ClosedRange<Int> = 0...1024
  package static let pushChannelsEndedBytes: ClosedRange<Int> = 1...64
  package static let pushMessageWaitsPidRange: ClosedRange<Int32> = 1 ... .max
  package static let pushMessageWaitsNameBytes: ClosedRange<Int> = 1...255
  package static let pushMessageAnsweredIdentifierBytes: ClosedRange<Int> = 1...64
  package static let grabPidRange: ClosedRange<Int32> = 1 ... .max
  package static let snapshotPathBytes: ClosedRange<Int> = 1...4096
  package static let snapshotTakenWallMicrosecondsRange: ClosedRange<Int64> = 0 ... .max

  package static let keys = [
    "part", "power", "metered", "idle", "locked", "prepareForSleep", "screenSaver",
    "prepareForShutdown", "focus", "pointerFocus", "windows", "audio", "mediaPlaying", "location",
    "bluetooth", "beacons", "notificationShown", "notificationAnswered", "notificationClosed",
    "statusItems", "busCallWaits", "pushChannels", "pushMessageWaits", "pushMessageAnswered",
    "grab", "snapshot",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    let word = try message.only(of: Self.keys)
    switch word {
    case "part":
      let message = try message.object("part", keys: ["cause", "isAvailable", "name"])
      self = .part(
        name: try message.value("name", bytes: Self.partNameBytes),
        isAvailable: try message.value("isAvailable"),
        cause: try message.optional("cause", bytes: Self.partCauseBytes)
      )
    case "power":
      let message = try message.object("power", keys: ["batteryPercent", "isOnExternalPower"])
      self = .power(
        isOnExternalPower: try message.value("isOnExternalPower"),
        batteryPercent: try message.optional("batteryPercent", in: Self.powerBatteryPercentRange)
      )
    case "metered":
      let message = try message.object("metered", keys: ["isMetered"])
      self = .metered(isMetered: try message.optional("isMetered"))
    case "idle":
      let message = try message.object("idle", keys: ["isIdle", "sinceMicrosecondsAgo"])
      self = .idle(
        isIdle: try message.value("isIdle"),
        sinceMicrosecondsAgo: try message.value(
          "sinceMicrosecondsAgo",
          in: Self.idleSinceMicrosecondsAgoRange
        )
      )
    case "locked":
      let message = try message.object("locked", keys: ["isLocked"])
      self = .locked(isLocked: try message.value("isLocked"))
    case "prepareForSleep":
      let message = try message.object("prepareForSleep", keys: ["isStarting"])
      self = .prepareForSleep(isStarting: try message.value("isStarting"))
    case "screenSaver":
      let message = try message.object("screenSaver", keys: ["isOn"])
      self = .screenSaver(isOn: try message.value("isOn"))
    case "prepareForShutdown":
      let message = try message.object("prepareForShutdown", keys: ["isStarting"])
      self = .prepareForShutdown(isStarting: try message.value("isStarting"))
    case "focus":
      let message = try message.object("focus", keys: ["pids"])
      self = .focus(
        pids: try message.value("pids", in: Self.focusPidsRange, count: Self.focusPidsCount)
      )
    case "pointerFocus":
      let message = try message.object("pointerFocus", keys: ["pids"])
      self = .pointerFocus(
        pids: try message.value(
          "pids",
          in: Self.pointerFocusPidsRange,
          count: Self.pointerFocusPidsCount
        )
      )
    case "windows":
      let message = try message.object("windows", keys: ["windows"])
      self = .windows(windows: try message.optional("windows", count: Self.windowsWindowsCount))
    case "audio":
      let message = try message.object("audio", keys: ["streams"])
      self = .audio(streams: try message.value("streams", count: Self.audioStreamsCount))
    case "mediaPlaying":
      let message = try message.object("mediaPlaying", keys: ["pids"])
      self = .mediaPlaying(
        pids: try message.value(
          "pids",
          in: Self.mediaPlayingPidsRange,
          count: Self.mediaPlayingPidsCount
        )
      )
    case "location":
      let message = try message.object("location", keys: ["fix"])
      self = .location(fix: try message.value("fix"))
    case "bluetooth":
      let message = try message.object("bluetooth", keys: ["event"])
      self = .bluetooth(event: try message.value("event"))
    case "beacons":
      let message = try message.object("beacons", keys: ["sightings"])
      self = .beacons(sightings: try message.value("sightings", count: Self.beaconsSightingsCount))
    case "notificationShown":
      let message = try message.object("notificationShown", keys: ["key"])
      self = .notificationShown(
        key: try message.value("key", bytes: Self.notificationShownKeyBytes)
      )
    case "notificationAnswered":
      let message = try message.object("notificationAnswered", keys: ["action", "key", "text"])
      self = .notificationAnswered(
        key: try message.value("key", bytes: Self.notificationAnsweredKeyBytes),
        action: try message.value("action", bytes: Self.notificationAnsweredActionBytes),
        text: try message.optional("text", bytes: Self.notificationAnsweredTextBytes)
      )
    case "notificationClosed":
      let message = try message.object("notificationClosed", keys: ["key", "wasDismissed"])
      self = .notificationClosed(
        key: try message.value("key", bytes: Self.notificationClosedKeyBytes),
        wasDismissed: try message.value("wasDismissed")
      )
    case "statusItems":
      let message = try message.object("statusItems", keys: ["pids"])
      self = .statusItems(
        pids: try message.value(
          "pids",
          in: Self.statusItemsPidsRange,
          count: Self.statusItemsPidsCount
        )
      )
    case "busCallWaits":
      let message = try message.object("busCallWaits", keys: ["member", "name", "pid"])
      self = .busCallWaits(
        pid: try message.value("pid", in: Self.busCallWaitsPidRange),
        name: try message.value("name", bytes: Self.busCallWaitsNameBytes),
        member: try message.value("member", bytes: Self.busCallWaitsMemberBytes)
      )
    case "pushChannels":
      let message = try message.object("pushChannels", keys: ["channels", "ended"])
      self = .pushChannels(
        channels: try message.value("channels", count: Self.pushChannelsChannelsCount),
        ended: try message.value(
          "ended",
          count: Self.pushChannelsEndedCount,
          bytes: Self.pushChannelsEndedBytes
        )
      )
    case "pushMessageWaits":
      let message = try message.object("pushMessageWaits", keys: ["name", "pid"])
      self = .pushMessageWaits(
        pid: try message.value("pid", in: Self.pushMessageWaitsPidRange),
        name: try message.value("name", bytes: Self.pushMessageWaitsNameBytes)
      )
    case "pushMessageAnswered":
      let message = try message.object("pushMessageAnswered", keys: ["identifier", "outcome"])
      self = .pushMessageAnswered(
        identifier: try message.value("identifier", bytes: Self.pushMessageAnsweredIdentifierBytes),
        outcome: try message.value("outcome")
      )
    case "grab":
      let message = try message.object("grab", keys: ["pid"])
      self = .grab(pid: try message.value("pid", in: Self.grabPidRange))
    case "snapshot":
      let message = try message.object("snapshot", keys: ["app", "path", "takenWallMicroseconds"])
      self = .snapshot(
        app: try message.value("app"),
        path: try message.optional("path", bytes: Self.snapshotPathBytes),
        takenWallMicroseconds: try message.optional(
          "takenWallMicroseconds",
          in: Self.snapshotTakenWallMicrosecondsRange
        )
      )
    default: throw message.invalid(word)
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .part(name: let name, isAvailable: let isAvailable, cause: let cause):
      [
        (
          "part",
          .object(optional: [
            ("cause", cause?.json),
            ("isAvailable", isAvailable.json),
            ("name", name.json),
          ]
          )
        )
      ]
    case .power(isOnExternalPower: let isOnExternalPower, batteryPercent: let batteryPercent):
      [
        (
          "power",
          .object(optional: [
            ("batteryPercent", batteryPercent?.json),
            ("isOnExternalPower", isOnExternalPower.json),
          ]
          )
        )
      ]
    case .metered(isMetered: let isMetered):
      [
        (
          "metered",
          .object(optional: [
            ("isMetered", isMetered?.json)
          ]
          )
        )
      ]
    case .idle(isIdle: let isIdle, sinceMicrosecondsAgo: let sinceMicrosecondsAgo):
      [
        (
          "idle",
          .object(optional: [
            ("isIdle", isIdle.json),
            ("sinceMicrosecondsAgo", sinceMicrosecondsAgo.json),
          ]
          )
        )
      ]
    case .locked(isLocked: let isLocked):
      [
        (
          "locked",
          .object(optional: [
            ("isLocked", isLocked.json)
          ]
          )
        )
      ]
    case .prepareForSleep(isStarting: let isStarting):
      [
        (
          "prepareForSleep",
          .object(optional: [
            ("isStarting", isStarting.json)
          ]
          )
        )
      ]
    case .screenSaver(isOn: let isOn):
      [
        (
          "screenSaver",
          .object(optional: [
            ("isOn", isOn.json)
          ]
          )
        )
      ]
    case .prepareForShutdown(isStarting: let isStarting):
      [
        (
          "prepareForShutdown",
          .object(optional: [
            ("isStarting", isStarting.json)
          ]
          )
        )
      ]
    case .focus(pids: let pids):
      [
        (
          "focus",
          .object(optional: [
            ("pids", pids.json)
          ]
          )
        )
      ]
    case .pointerFocus(pids: let pids):
      [
        (
          "pointerFocus",
          .object(optional: [
            ("pids", pids.json)
          ]
          )
        )
      ]
    case .windows(windows: let windows):
      [
        (
          "windows",
          .object(optional: [
            ("windows", windows?.json)
          ]
          )
        )
      ]
    case .audio(streams: let streams):
      [
        (
          "audio",
          .object(optional: [
            ("streams", streams.json)
          ]
          )
        )
      ]
    case .mediaPlaying(pids: let pids):
      [
        (
          "mediaPlaying",
          .object(optional: [
            ("pids", pids.json)
          ]
          )
        )
      ]
    case .location(fix: let fix):
      [
        (
          "location",
          .object(optional: [
            ("fix", fix.json)
          ]
          )
        )
      ]
    case .bluetooth(event: let event):
      [
        (
          "bluetooth",
          .object(optional: [
            ("event", event.json)
          ]
          )
        )
      ]
    case .beacons(sightings: let sightings):
      [
        (
          "beacons",
          .object(optional: [
            ("sightings", sightings.json)
          ]
          )
        )
      ]
    case .notificationShown(key: let key):
      [
        (
          "notificationShown",
          .object(optional: [
            ("key", key.json)
          ]
          )
        )
      ]
    case .notificationAnswered(key: let key, action: let action, text: let text):
      [
        (
          "notificationAnswered",
          .object(optional: [
            ("action", action.json),
            ("key", key.json),
            ("text", text?.json),
          ]
          )
        )
      ]
    case .notificationClosed(key: let key, wasDismissed: let wasDismissed):
      [
        (
          "notificationClosed",
          .object(optional: [
            ("key", key.json),
            ("wasDismissed", wasDismissed.json),
          ]
          )
        )
      ]
    case .statusItems(pids: let pids):
      [
        (
          "statusItems",
          .object(optional: [
            ("pids", pids.json)
          ]
          )
        )
      ]
    case .busCallWaits(pid: let pid, name: let name, member: let member):
      [
        (
          "busCallWaits",
          .object(optional: [
            ("member", member.json),
            ("name", name.json),
            ("pid", pid.json),
          ]
          )
        )
      ]
    case .pushChannels(channels: let channels, ended: let ended):
      [
        (
          "pushChannels",
          .object(optional: [
            ("channels", channels.json),
            ("ended", ended.json),
          ]
          )
        )
      ]
    case .pushMessageWaits(pid: let pid, name: let name):
      [
        (
          "pushMessageWaits",
          .object(optional: [
            ("name", name.json),
            ("pid", pid.json),
          ]
          )
        )
      ]
    case .pushMessageAnswered(identifier: let identifier, outcome: let outcome):
      [
        (
          "pushMessageAnswered",
          .object(optional: [
            ("identifier", identifier.json),
            ("outcome", outcome.json),
          ]
          )
        )
      ]
    case .grab(pid: let pid):
      [
        (
          "grab",
          .object(optional: [
            ("pid", pid.json)
          ]
          )
        )
      ]
    case .snapshot(app: let app, path: let path, takenWallMicroseconds: let takenWallMicroseconds):
      [
        (
          "snapshot",
          .object(optional: [
            ("app", app.json),
            ("path", path?.json),
            ("takenWallMicroseconds", takenWallMicroseconds?.json),
          ]
          )
        )
      ]
    }
  }
}

extension BluetoothEvent: WireObject {
  // What the interface allows.
  package static let connectedPeripheralBytes: ClosedRange<Int> = 0...255
  package static let disconnectedPeripheralBytes: ClosedRange<Int> = 0...255
  package static let discoveredPeripheralBytes: ClosedRange<Int> = 0...255
  package static let discoveredServicesCount: ClosedRange<Int> = 0...512
  package static let discoveredServicesBytes: ClosedRange<Int> = 0...255
  package static let dataPeripheralBytes: ClosedRange<Int> = 0...255

  package static let keys = [
    "power", "connected", "disconnected", "discovered", "data", "centralRequest",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    let word = try message.only(of: Self.keys)
    switch word {
    case "power":
      let message = try message.object("power", keys: ["isOn"])
      self = .power(isOn: try message.value("isOn"))
    case "connected":
      let message = try message.object("connected", keys: ["peripheral"])
      self = .connected(
        peripheral: try message.value("peripheral", bytes: Self.connectedPeripheralBytes)
      )
    case "disconnected":
      let message = try message.object("disconnected", keys: ["peripheral"])
      self = .disconnected(
        peripheral: try message.value("peripheral", bytes: Self.disconnectedPeripheralBytes)
      )
    case "discovered":
      let message = try message.object("discovered", keys: ["peripheral", "services"])
      self = .discovered(
        peripheral: try message.value("peripheral", bytes: Self.discoveredPeripheralBytes),
        services: try message.value(
          "services",
          count: Self.discoveredServicesCount,
          bytes: Self.discoveredServicesBytes
        )
      )
    case "data":
      let message = try message.object("data", keys: ["peripheral"])
      self = .data(peripheral: try message.value("peripheral", bytes: Self.dataPeripheralBytes))
    case "centralRequest":
      let message = try message.object("centralRequest", keys: ["app", "request"])
      self = .centralRequest(
        app: try message.value("app"),
        request: (try message.optional("request") as BridgeCentralRequest?).map(CentralRequest.init)
      )
    default: throw message.invalid(word)
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .power(isOn: let isOn):
      [
        (
          "power",
          .object(optional: [
            ("isOn", isOn.json)
          ]
          )
        )
      ]
    case .connected(peripheral: let peripheral):
      [
        (
          "connected",
          .object(optional: [
            ("peripheral", peripheral.json)
          ]
          )
        )
      ]
    case .disconnected(peripheral: let peripheral):
      [
        (
          "disconnected",
          .object(optional: [
            ("peripheral", peripheral.json)
          ]
          )
        )
      ]
    case .discovered(peripheral: let peripheral, services: let services):
      [
        (
          "discovered",
          .object(optional: [
            ("peripheral", peripheral.json),
            ("services", services.json),
          ]
          )
        )
      ]
    case .data(peripheral: let peripheral):
      [
        (
          "data",
          .object(optional: [
            ("peripheral", peripheral.json)
          ]
          )
        )
      ]
    case .centralRequest(app: let app, request: let request):
      [
        (
          "centralRequest",
          .object(optional: [
            ("app", app.json),
            ("request", request.map(BridgeCentralRequest.init)?.json),
          ]
          )
        )
      ]
    }
  }
}

extension BridgeOrder: WireObject {
  package static let keys = [
    "showNotification", "withdrawNotification", "showBadge", "locate", "scanForBeacons",
    "bluetooth", "allowSleep", "suspend", "listen", "frozen", "thawed", "servePushes",
    "pushEndpoint", "pushChannelEnded", "bringPushMessage", "takeSnapshot", "removeSnapshot",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    let word = try message.only(of: Self.keys)
    switch word {
    case "showNotification":
      let message = try message.object("showNotification", keys: ["notification"])
      self = .showNotification(notification: try message.value("notification"))
    case "withdrawNotification":
      let message = try message.object("withdrawNotification", keys: ["key"])
      self = .withdrawNotification(key: try message.value("key"))
    case "showBadge":
      let message = try message.object("showBadge", keys: ["app", "count"])
      self = .showBadge(app: try message.value("app"), count: try message.value("count"))
    case "locate":
      let message = try message.object("locate", keys: ["demand"])
      self = .locate(demand: try message.optional("demand"))
    case "scanForBeacons":
      let message = try message.object("scanForBeacons", keys: ["demand"])
      self = .scanForBeacons(demand: try message.optional("demand"))
    case "bluetooth":
      let message = try message.object("bluetooth", keys: ["order"])
      self = .bluetooth(order: try message.value("order"))
    case "allowSleep":
      _ = try message.object("allowSleep", keys: [])
      self = .allowSleep
    case "suspend":
      _ = try message.object("suspend", keys: [])
      self = .suspend
    case "listen":
      let message = try message.object("listen", keys: ["launches", "pids"])
      self = .listen(launches: try message.value("launches"), pids: try message.optional("pids"))
    case "frozen":
      let message = try message.object("frozen", keys: ["launch", "pids"])
      self = .frozen(launch: try message.value("launch"), pids: try message.value("pids"))
    case "thawed":
      let message = try message.object("thawed", keys: ["launch"])
      self = .thawed(launch: try message.value("launch"))
    case "servePushes":
      _ = try message.object("servePushes", keys: [])
      self = .servePushes
    case "pushEndpoint":
      let message = try message.object("pushEndpoint", keys: ["channel", "endpoint"])
      self = .pushEndpoint(
        channel: try message.value("channel"),
        endpoint: try message.value("endpoint")
      )
    case "pushChannelEnded":
      let message = try message.object("pushChannelEnded", keys: ["channel"])
      self = .pushChannelEnded(channel: try message.value("channel"))
    case "bringPushMessage":
      let message = try message.object("bringPushMessage", keys: ["channel", "data", "identifier"])
      self = .bringPushMessage(
        channel: try message.value("channel"),
        identifier: try message.value("identifier"),
        data: try message.value("data")
      )
    case "takeSnapshot":
      let message = try message.object("takeSnapshot", keys: ["app", "launch"])
      self = .takeSnapshot(app: try message.value("app"), launch: try message.value("launch"))
    case "removeSnapshot":
      let message = try message.object("removeSnapshot", keys: ["app"])
      self = .removeSnapshot(app: try message.value("app"))
    default: throw message.invalid(word)
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .showNotification(notification: let notification):
      [
        (
          "showNotification",
          .object(optional: [
            ("notification", notification.json)
          ]
          )
        )
      ]
    case .withdrawNotification(key: let key):
      [
        (
          "withdrawNotification",
          .object(optional: [
            ("key", key.json)
          ]
          )
        )
      ]
    case .showBadge(app: let app, count: let count):
      [
        (
          "showBadge",
          .object(optional: [
            ("app", app.json),
            ("count", count.json),
          ]
          )
        )
      ]
    case .locate(demand: let demand):
      [
        (
          "locate",
          .object(optional: [
            ("demand", demand?.json)
          ]
          )
        )
      ]
    case .scanForBeacons(demand: let demand):
      [
        (
          "scanForBeacons",
          .object(optional: [
            ("demand", demand?.json)
          ]
          )
        )
      ]
    case .bluetooth(order: let order):
      [
        (
          "bluetooth",
          .object(optional: [
            ("order", order.json)
          ]
          )
        )
      ]
    case .allowSleep:
      [
        (
          "allowSleep",
          .object(optional: []
          )
        )
      ]
    case .suspend:
      [
        (
          "suspend",
          .object(optional: []
          )
        )
      ]
    case .listen(launches: let launches, pids: let pids):
      [
        (
          "listen",
          .object(optional: [
            ("launches", launches.json),
            ("pids", pids?.json),
          ]
          )
        )
      ]
    case .frozen(launch: let launch, pids: let pids):
      [
        (
          "frozen",
          .object(optional: [
            ("launch", launch.json),
            ("pids", pids.json),
          ]
          )
        )
      ]
    case .thawed(launch: let launch):
      [
        (
          "thawed",
          .object(optional: [
            ("launch", launch.json)
          ]
          )
        )
      ]
    case .servePushes:
      [
        (
          "servePushes",
          .object(optional: []
          )
        )
      ]
    case .pushEndpoint(channel: let channel, endpoint: let endpoint):
      [
        (
          "pushEndpoint",
          .object(optional: [
            ("channel", channel.json),
            ("endpoint", endpoint.json),
          ]
          )
        )
      ]
    case .pushChannelEnded(channel: let channel):
      [
        (
          "pushChannelEnded",
          .object(optional: [
            ("channel", channel.json)
          ]
          )
        )
      ]
    case .bringPushMessage(channel: let channel, identifier: let identifier, data: let data):
      [
        (
          "bringPushMessage",
          .object(optional: [
            ("channel", channel.json),
            ("data", data.json),
            ("identifier", identifier.json),
          ]
          )
        )
      ]
    case .takeSnapshot(app: let app, launch: let launch):
      [
        (
          "takeSnapshot",
          .object(optional: [
            ("app", app.json),
            ("launch", launch.json),
          ]
          )
        )
      ]
    case .removeSnapshot(app: let app):
      [
        (
          "removeSnapshot",
          .object(optional: [
            ("app", app.json)
          ]
          )
        )
      ]
    }
  }
}

extension BluetoothOrder: WireObject {
  package static let keys = [
    "connect", "disconnect", "scan", "subscribe", "advertise", "serve", "answer", "updateValue",
  ]

  package init(_ message: ParameterReader) throws(WireError) {
    let word = try message.only(of: Self.keys)
    switch word {
    case "connect":
      let message = try message.object("connect", keys: ["peripheral"])
      self = .connect(peripheral: try message.value("peripheral"))
    case "disconnect":
      let message = try message.object("disconnect", keys: ["peripheral"])
      self = .disconnect(peripheral: try message.value("peripheral"))
    case "scan":
      let message = try message.object("scan", keys: ["isOn", "services"])
      self = .scan(isOn: try message.value("isOn"), services: try message.value("services"))
    case "subscribe":
      let message = try message.object("subscribe", keys: ["characteristic", "isOn", "peripheral"])
      self = .subscribe(
        peripheral: try message.value("peripheral"),
        characteristic: try message.value("characteristic"),
        isOn: try message.value("isOn")
      )
    case "advertise":
      let message = try message.object("advertise", keys: ["app", "services"])
      self = .advertise(app: try message.value("app"), services: try message.value("services"))
    case "serve":
      let message = try message.object("serve", keys: ["app", "services"])
      self = .serve(
        app: try message.value("app"),
        services: (try message.value("services") as [BridgeService]).map(PeripheralService.init)
      )
    case "answer":
      self = try Self(answer: message)
    case "updateValue":
      let message = try message.object(
        "updateValue",
        keys: ["app", "characteristic", "service", "value"]
      )
      self = .updateValue(
        app: try message.value("app"),
        service: try message.value("service"),
        characteristic: try message.value("characteristic"),
        value: (try message.value("value") as [BridgeByte]).map(UInt8.init)
      )
    default: throw message.invalid(word)
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .connect(peripheral: let peripheral):
      [
        (
          "connect",
          .object(optional: [
            ("peripheral", peripheral.json)
          ]
          )
        )
      ]
    case .disconnect(peripheral: let peripheral):
      [
        (
          "disconnect",
          .object(optional: [
            ("peripheral", peripheral.json)
          ]
          )
        )
      ]
    case .scan(isOn: let isOn, services: let services):
      [
        (
          "scan",
          .object(optional: [
            ("isOn", isOn.json),
            ("services", services.json),
          ]
          )
        )
      ]
    case .subscribe(peripheral: let peripheral, characteristic: let characteristic, isOn: let isOn):
      [
        (
          "subscribe",
          .object(optional: [
            ("characteristic", characteristic.json),
            ("isOn", isOn.json),
            ("peripheral", peripheral.json),
          ]
          )
        )
      ]
    case .advertise(app: let app, services: let services):
      [
        (
          "advertise",
          .object(optional: [
            ("app", app.json),
            ("services", services.json),
          ]
          )
        )
      ]
    case .serve(app: let app, services: let services):
      [
        (
          "serve",
          .object(optional: [
            ("app", app.json),
            ("services", services.map(BridgeService.init).json),
          ]
          )
        )
      ]
    case .answer:
      [("answer", answerJSON)]
    case .updateValue(
      app: let app,
      service: let service,
      characteristic: let characteristic,
      value: let value
    ):
      [
        (
          "updateValue",
          .object(optional: [
            ("app", app.json),
            ("characteristic", characteristic.json),
            ("service", service.json),
            ("value", value.map(BridgeByte.init).json),
          ]
          )
        )
      ]
    }
  }
}
