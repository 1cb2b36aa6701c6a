package import TorporCore
import TorporModel
import TorporWire

/// The desktops of all users: what they tell becomes inputs, what the device wants of them orders.
///
/// Who may say what: a bridge is whoever calls from outside every app's group; the kernel says whose it
/// is. Facts of processes count for the apps of that user (for all, from root or the daemon's own
/// user). The machine has one speaker: of those that are attached, first whoever may change the device,
/// then whoever was there first. A user has one bridge, the newest.
package final class Bridges: ServicePort {
  // Shape: one property for each thing that is wanted of sessions, so that a helper that comes later is told all of it.
  /// How orders leave, set by the sessions.
  var send: (DesktopBridge.Stream, [BridgeOrder]) -> Void = { _, _ in }
  /// Whose an app is.
  var ownerOfApp: (AppIdentifier) -> UInt32? = { _ in nil }
  /// Whether the desktop has started an app.
  var isAdopted: (LaunchIdentifier) -> Bool = { _ in false }
  /// Where the sound file of an app lies; `nil`: the default sound is heard.
  var soundFile: (NotificationSound, AppIdentifier) -> String? = { _, _ in nil }
  /// The numbers on icons, as the device has them.
  var badges: () -> [(app: AppIdentifier, count: Int)] = { [] }
  let machine: MachineFacts
  let processes: any ProcessPort
  var desktops: [UInt32: DesktopBridge] = [:]
  var board = NotificationBoard()
  /// Messages of servers that are with a desktop.
  var messages = MessageDesk()
  /// How often messages have run which programs.
  var messageRates: [LaunchIdentifier: MessageRate] = [:]
  /// Whether there was a link to a gateway since the daemon began.
  var servesPushes = false
  /// How who brought a message is answered, set by the sessions.
  var answerMessage: (MessageOutcome, SessionTable.Waiting) -> Void = { _, _ in }
  private var radio = RadioOrders()
  private var demand: LocationDemand?
  private var beaconDemand: BeaconDemand?
  private var attachmentCount = 0
  private var primaryUserID: UInt32?
  /// Whether a client that may change the device has reported that the machine is about to shut down.
  package private(set) var isShutdownNear = false
  /// Interruptions, as reported by the bridge that is responsible for the machine.
  private var interruptions: Set<MachineInterruption> = []
  /// The last report of windows to the policy.
  var toldWindows: [LaunchWindows] = []
  /// Apps that have left the screen, and of which a picture is taken once they have been told so.
  var toBePictured: [LaunchIdentifier: AppIdentifier] = [:]
  /// Whether an app has gone whose picture is to go, too.
  var mayHaveStrayPictures = false
  /// Who waits for the word that the daemon is ready for sleep.
  private var sleepers: [UInt32] = []

  /// Makes a table without bridges.
  package init(machine: MachineFacts, processes: any ProcessPort) {
    self.machine = machine
    self.processes = processes
  }

  // MARK: Coming and going

  /// A bridge attaches; returns the stream whose place it takes.
  func attach(
    _ stream: DesktopBridge.Stream,
    userID: UInt32,
    processID: Int32? = nil,
    mayChangeDevice: Bool,
    frozen: [LaunchIdentifier],
    at now: Instant
  ) -> DesktopBridge.Stream? {
    var desktop = desktops[userID] ?? DesktopBridge(userID: userID)
    let replaced = desktop.stream
    attachmentCount += 1
    desktop.stream = stream
    desktop.processID = processID
    desktop.mayChangeDevice = mayChangeDevice
    desktop.attachment = attachmentCount
    desktop.parts = [:]
    desktop.machine = [:]
    desktop.reports = [:]
    // Its report applies until this one's replaces it, or until the policy withdraws it.
    desktop.windows = nil
    desktop.listening = DesktopBridge.Listening()
    desktop.snapshots = [:]
    (desktop.channels, desktop.endedChannels) = ([], [])
    desktops[userID] = desktop
    // What the one before had is the gateway's still.
    returnMessages(ofUser: userID)
    // A bridge tells what is so when it attaches: of a stop that was called off meanwhile it tells nothing.
    if mayChangeDevice { isShutdownNear = false }
    send(stream, [])
    if let news = windowsNews() { machine.post(.input(news)) }
    let icons = badges().filter { ownerOfApp($0.app) == userID }
    let orders =
      board.orders(ofUser: userID) + frozen.map(frozenOrder)
      + icons.map { .showBadge(app: $0.app, count: $0.count) }
      + (servesPushes ? [.servePushes] : [])
    if !orders.isEmpty { send(stream, orders) }
    choosePrimary(at: now)
    return replaced
  }

  /// A connection has ended; it may have been a bridge's.
  func forget(_ connection: ConnectionIdentifier, at now: Instant) {
    guard let desktop = desktops.values.first(where: { $0.stream?.connection == connection }) else {
      return
    }
    desktops[desktop.userID]?.stream = nil
    desktops[desktop.userID]?.windows = nil
    returnMessages(ofUser: desktop.userID)
    if let news = windowsNews() { machine.post(.input(news)) }
    sleepers.removeAll { $0 == desktop.userID }
    choosePrimary(at: now)
  }

  private func choosePrimary(at now: Instant) {
    let attached = desktops.values.filter { $0.stream != nil }
    let next = attached.min {
      ($0.mayChangeDevice ? 0 : 1, $0.attachment) < ($1.mayChangeDevice ? 0 : 1, $1.attachment)
    }
    guard next?.userID != primaryUserID || next?.machine.isEmpty == true else { return }
    if next?.userID != primaryUserID {
      machine.desktopHasGone()
      endInterruptions()
    }
    primaryUserID = next?.userID
    guard let next, let stream = next.stream else { return }
    for (_, fact) in next.machine.sorted(by: { $0.key < $1.key }) { machine.take(fact, at: now) }
    var orders = radio.all.map { BridgeOrder.bluetooth(order: $0) }
    if let beaconDemand { orders.append(.scanForBeacons(demand: beaconDemand)) }
    if let demand { orders.insert(.locate(demand: BridgeLocationDemand(demand)), at: 0) }
    if !orders.isEmpty { send(stream, orders) }
  }

  // MARK: What they tell

  /// Whose bridge the connection is; `nil`: none's.
  func user(of connection: ConnectionIdentifier) -> UInt32? {
    desktops.values.first { $0.stream?.connection == connection }?.userID
  }

  /// Turns facts into inputs.
  func take(
    _ facts: [BridgeFact],
    ofUser userID: UInt32,
    in device: Device,
    at now: Instant
  ) -> [Input] {
    facts.flatMap { take($0, ofUser: userID, in: device, at: now) }
  }

  func take(
    _ fact: BridgeFact,
    ofUser userID: UInt32,
    in device: Device,
    at now: Instant
  ) -> [Input] {
    if let kind = fact.kindOfReport { desktops[userID]?.reports[kind] = fact }
    switch fact {
    case .part(let name, let isAvailable, let cause):
      desktops[userID]?.note(part: name, isAvailable: isAvailable, because: cause)
      // Windows of adopted apps count only beside the other parts.
      return windowsNews().map { [$0] } ?? []
    case .power, .metered, .idle, .location, .bluetooth, .beacons:
      if let state = fact.state { desktops[userID]?.machine[state] = fact }
      if userID == primaryUserID { machine.take(fact, at: now) }
    case .locked(let isLocked): return lock(isLocked, byUser: userID, in: device)
    case .prepareForSleep(let isStarting):
      if isStarting { sleepers.append(userID) }
      return interrupt(by: .sleep, isStarting, ofUser: userID)
    case .screenSaver(let isOn): return interrupt(by: .screenSaver, isOn, ofUser: userID)
    case .prepareForShutdown(let isStarting):
      if desktops[userID]?.mayChangeDevice == true { isShutdownNear = isStarting }
    case .focus(let pids): return see(.focus, pids, ofUser: userID, in: device)
    case .pointerFocus(let pids): return see(.hover, pids, ofUser: userID, in: device)
    case .statusItems(let pids): return see(.statusItem, pids, ofUser: userID, in: device)
    case .windows(let windows): return look(at: windows, ofUser: userID, in: device)
    case .audio(let streams):
      let sounding = launches(streams.filter { $0.isSilent != true }.map(\.pid), userID, device)
      let all = launches(streams.map(\.pid), userID, device)
      // First: what is assigned to through a `?` is held while its value is made.
      let owned: [(processID: Int32, launch: LaunchIdentifier)] = streams.compactMap { stream in
        launch(ofProcess: stream.pid, byUser: userID, in: device).map { (stream.pid, $0) }
      }
      desktops[userID]?.streams = owned
      return hear([.sound: sounding, .silence: all.subtracting(sounding)], ofUser: userID)
    case .mediaPlaying(let pids):
      return hear([.media: launches(pids, userID, device)], ofUser: userID)
    case .busCallWaits(let pid, let name, _):
      return report(.busName(name: name, hasCaller: true), pid, ofUser: userID, in: device)
    case .pushChannels, .pushMessageWaits, .pushMessageAnswered:
      return take(message: fact, ofUser: userID, in: device, at: now)
    case .grab(let pid): return report(.inputGrab, pid, ofUser: userID, in: device)
    case .snapshot(let app, let path, let moment):
      takePicture(of: app, at: path, moment, ofUser: userID)
    case .notificationShown(let key):
      if let shown = board.wasShown(key) { machine.tell(shown, isShown: true) }
    case .notificationAnswered(let key, let action, let text):
      return board.answered(key, action, text, byUser: userID)
    case .notificationClosed(let key, let wasDismissed):
      return board.closed(key, wasDismissed: wasDismissed, byUser: userID)
    }
    return []
  }

  /// The bridge that is responsible for the machine reports an interruption.
  private func interrupt(
    by machine: MachineInterruption,
    _ begins: Bool,
    ofUser userID: UInt32
  ) -> [Input] {
    guard userID == primaryUserID, interruptions.contains(machine) != begins else { return [] }
    if begins { interruptions.insert(machine) } else { interruptions.remove(machine) }
    return [.device(event: .interruption(by: machine, begins: begins))]
  }

  /// Another bridge has become responsible for the machine: the interruptions of the earlier one end.
  private func endInterruptions() {
    for machine in interruptions.sorted(by: { $0.rawValue < $1.rawValue }) {
      self.machine.post(.input(.device(event: .interruption(by: machine, begins: false))))
    }
    interruptions = []
  }

  private func lock(_ isLocked: Bool, byUser userID: UInt32, in device: Device) -> [Input] {
    guard userID == primaryUserID, let desktop = desktops[userID] else { return [] }
    guard isLocked != device.screen.isLocked else { return [] }
    // A client opens only what it has closed itself.
    guard isLocked || desktop.mayChangeDevice || desktop.hasLocked else { return [] }
    desktops[userID]?.hasLocked = isLocked
    return [.user(action: isLocked ? .lock : .unlock, id: nil)]
  }

  // MARK: What the device decides

  /// Tells the owner's bridge which groups stand still.
  func note(_ decision: Decision) {
    guard let launch = decision.launch, let app = decision.app, decision.verdict == .done else {
      return
    }
    notePictures(decision, of: app, launch)
    switch decision.action {
    case .freeze: order(frozenOrder(launch), toUser: ownerOfApp(app))
    case .thaw: order(.thawed(launch: launch.description), toUser: ownerOfApp(app))
    case .end:
      order(.thawed(launch: launch.description), toUser: ownerOfApp(app))
      for user in desktops.keys { desktops[user]?.forget(launch) }
      messageRates[launch] = nil
    default: break
    }
  }

  /// The facts have been decided and saved.
  func turnEnded(in device: Device) {
    for user in sleepers { order(.allowSleep, toUser: user) }
    sleepers = []
    settlePictures(in: device)
    for (user, desktop) in desktops where desktop.stream != nil {
      let launches = desktop.toBeHeard(in: device)
      // The groups of the desktop's apps do not have the number of a launch: the processes of their streams are named.
      let unnamed = Set(launches.filter(isAdopted))
      let adopted = Set(desktop.streams.filter { unnamed.contains($0.launch) }.map(\.processID))
        .sorted()
      let listening = DesktopBridge.Listening(launches: launches, processIDs: adopted)
      guard listening != desktop.listening else { continue }
      desktops[user]?.listening = listening
      order(
        .listen(launches: launches.map(\.description), pids: adopted.isEmpty ? nil : adopted),
        toUser: user
      )
    }
  }

  /// Has it done by whom it concerns: notifications by the app's owner, the rest by the speaker.
  package func perform(_ effect: ServiceEffect) {
    switch effect {
    case .show(let notification):
      guard let owner = ownerOfApp(notification.key.app) else { return }
      // How far a task is says nothing of whether its app has reached the user.
      let waits =
        notification.percent == nil && desktops[owner]?.showsNotifications != true
      let file = soundFile(notification.content.sound, notification.key.app)
      let shown = board.show(notification, soundFile: file, toUser: owner, waits: waits)
      order(shown, toUser: owner)
      if waits { machine.tell(notification.key, isShown: false) }
    case .withdraw(let key): order(board.withdraw(key), toUser: ownerOfApp(key.app))
    case .locate(let demand):
      self.demand = demand
      order(.locate(demand: demand.map(BridgeLocationDemand.init)), toUser: primaryUserID)
    case .scanForBeacons(let demand):
      beaconDemand = demand
      order(.scanForBeacons(demand: demand), toUser: primaryUserID)
    case .bluetooth(let radioOrder):
      radio.note(radioOrder)
      order(.bluetooth(order: radioOrder), toUser: primaryUserID)
    case .badge(let app, let count):
      order(.showBadge(app: app, count: count), toUser: ownerOfApp(app))
    case .suspendMachine: order(.suspend, toUser: primaryUserID)
    // The router has them done elsewhere.
    case .watchDescriptor, .pauseDescriptor, .dropDescriptor: break
    }
  }

  func order(_ order: BridgeOrder, toUser userID: UInt32?) {
    guard let userID, let stream = desktops[userID]?.stream else { return }
    send(stream, [order])
  }

  private func frozenOrder(_ launch: LaunchIdentifier) -> BridgeOrder {
    .frozen(launch: launch.description, pids: processes.processIDs(of: launch))
  }

  /// What `torpor doctor` reports of the desktops that the caller may see.
  func capabilities(where mayRead: (UInt32) -> Bool) -> [Capability] {
    let seen = desktops.values.filter { mayRead($0.userID) }.sorted { $0.userID < $1.userID }
    guard !seen.isEmpty else {
      return [
        Capability(
          name: "desktop",
          isAvailable: false,
          text:
            "no desktop reports focus, sound, sleep and callers, and no notification is shown: "
            + "torpor-session is not connected. Programs that play sound off screen are frozen like all others"
        )
      ]
    }
    return seen.flatMap(\.capabilities)
  }
}

extension BridgeLocationDemand {
  fileprivate init(_ demand: LocationDemand) {
    self.init(
      accuracyMetres: demand.accuracyMetres,
      intervalMicroseconds: Int64(demand.intervalSeconds) * 1_000_000,
      distanceMetres: demand.distanceMetres
    )
  }
}
