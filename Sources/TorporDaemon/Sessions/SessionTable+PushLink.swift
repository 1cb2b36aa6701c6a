import TorporCore
import TorporModel
import TorporWire

/// The program that connects the device to a push gateway (`torpor-pushd`), and who waits for it.
struct GatewayLink {
  /// The program that is the link now.
  struct Attached {
    let waiting: SessionTable.Waiting
    /// Whose connections are those of the link: it has one for what it is told, and one for what it asks.
    let processID: Int32
    let gateway: String
    /// Whether it answers for what apps want of broadcast channels.
    let knowsBroadcasts: Bool
    /// What it was told last.
    var told: Control.AttachPushLink.Reply
    /// What it says of its connection; `nil`: nothing yet.
    var report: Capability?
  }

  /// An app that has asked for a token, and waits until the gateway has given one.
  struct AwaitedToken {
    let app: AppIdentifier
    let kind: PushTokenKind
    let waiting: SessionTable.Waiting
    /// What it gets if no gateway will give one.
    let own: String
  }

  /// Whether a gateway answers what it is asked now.
  ///
  /// An app that registers waits for no longer: it may do so in a callback, whose watchdog does not wait. It asks again
  /// at its next launch.
  var isConnected: Bool { attached?.report?.isAvailable == true }

  /// By what name `torpor doctor` lists it.
  static let name = "push gateway"

  var attached: Attached?
  /// To which gateway the last link led that has ended.
  private(set) var lastGateway: String?
  /// How often the machine has slept since the link attached.
  var sleeps = 0
  var awaited: [AwaitedToken] = []
  /// What apps want of broadcast channels, until the link has answered for it.
  var broadcasts = AwaitedBroadcasts()
  /// For what the gateway gives no token now; it is asked again with the next connection.
  var refused: Set<PushTopicName> = []

  mutating func attach(_ link: Attached) {
    (attached, lastGateway, sleeps) = (link, nil, 0)
  }

  mutating func take(_ report: Capability, fromProcess processID: Int32) {
    guard attached?.processID == processID else { return }
    attached?.report = report
    if report.isAvailable { refused = [] }
  }

  mutating func forget(_ connection: ConnectionIdentifier) {
    awaited.removeAll { $0.waiting.connection == connection }
    broadcasts.forget(connection)
    guard let link = attached, link.waiting.connection == connection else { return }
    (attached, lastGateway, refused) = (nil, link.gateway, [])
  }

  /// How the link is; nothing on a device that has none.
  func capabilities(in device: Device) -> [Capability] {
    if let attached {
      let begins = "torpor-pushd connects to \(attached.gateway)"
      return [
        attached.report ?? Capability(name: Self.name, isAvailable: false, text: begins)
      ]
    }
    let hasTokens = device.pushTopics.contains { topic in
      device.pushes(of: topic.app).gatewayToken(topic.kind) != nil
    }
    guard lastGateway != nil || hasTokens else { return [] }
    let gateway = lastGateway ?? "wss://HOST:PORT"
    return [
      Capability(
        name: Self.name,
        isAvailable: false,
        text: "torpor-pushd does not run, so pushes stay at the gateway; start it: `torpor-pushd "
          + "--gateway \(gateway)`"
      )
    ]
  }
}

extension SessionTable {
  // MARK: The link

  /// A program becomes the link, in place of another one.
  func attachLink(
    _ waiting: Waiting,
    ofProcess processID: Int32,
    _ call: Control.AttachPushLink
  ) {
    if let before = gatewayLink.attached { answer(before.told, before.waiting) }
    gatewayLink.attach(
      GatewayLink.Attached(
        waiting: waiting,
        processID: processID,
        gateway: call.gateway,
        knowsBroadcasts: call.knowsBroadcasts,
        told: linkNews(sleeps: 0)
      )
    )
    proceed(linkNews(sleeps: 0), waiting)
    if call.knowsBroadcasts { gatewayLink.broadcasts.noteTold() }
    bridges.servePushes()
  }

  /// Tells the link what has changed for it in the turn.
  func tellLink() {
    guard let link = gatewayLink.attached else { return }
    let news = linkNews(sleeps: gatewayLink.sleeps)
    guard news != link.told else { return }
    gatewayLink.attached?.told = news
    proceed(news, link.waiting)
    if link.knowsBroadcasts { gatewayLink.broadcasts.noteTold() }
  }

  private func linkNews(sleeps: Int) -> Control.AttachPushLink.Reply {
    let device = driver.device
    let channels = bridges.pushChannels
    return Control.AttachPushLink.Reply(
      topics: device.pushTopics.map { topic in
        PushTopic(
          topic: topic.text,
          hasToken: device.pushes(of: topic.app).gatewayToken(topic.kind) != nil,
          isOnScreen: device.apps[topic.app]?.process.isOnScreen ?? false
        )
      },
      priorityMin: device.pushPriorityMin,
      isLowPower: device.conditions.lowPowerMode.value,
      network: device.conditions.network.value?.link.rawValue,
      sleeps: sleeps,
      channels: channels.live,
      endedChannels: channels.ended,
      broadcasts: gatewayLink.broadcasts.changes
    )
  }

  // MARK: Tokens

  /// Whether the token that an app has asked for comes from a gateway that has not given it yet.
  func awaitsGateway(_ kind: PushTokenKind, _ launch: LaunchIdentifier) -> Bool {
    guard gatewayLink.isConnected, let app = app(of: launch) else { return false }
    return !gatewayLink.refused.contains(PushTopicName(app: app, kind: kind))
      && driver.device.pushes(of: app).gatewayToken(kind) == nil
  }

  func awaitToken(
    _ kind: PushTokenKind,
    of launch: LaunchIdentifier,
    own token: String,
    _ waiting: Waiting
  ) {
    guard let app = app(of: launch) else { return }
    gatewayLink.awaited.append(
      GatewayLink.AwaitedToken(app: app, kind: kind, waiting: waiting, own: token)
    )
  }

  private func app(of launch: LaunchIdentifier) -> AppIdentifier? {
    let apps = driver.device.apps
    return apps.slot(of: launch).flatMap { apps.identifier(inSlot: $0) }
  }

  /// Answers the apps whose tokens have come, or will not come: there is no connection any more, or they want none.
  func answerAwaitedTokens() {
    guard !gatewayLink.awaited.isEmpty else { return }
    let mayCome = gatewayLink.isConnected
    for one in gatewayLink.awaited {
      let own = driver.device.pushes(of: one.app)
      let isWanted = own.token(one.kind) != nil
      let token = own.gatewayToken(one.kind)
      let isRefused = gatewayLink.refused.contains(PushTopicName(app: one.app, kind: one.kind))
      guard token != nil || !mayCome || !isWanted || isRefused else { continue }
      gatewayLink.awaited.removeAll {
        $0.waiting.connection == one.waiting.connection && $0.waiting.call == one.waiting.call
      }
      answer(App.RegisterForPush.Reply(token: token ?? one.own), one.waiting)
    }
  }
}
