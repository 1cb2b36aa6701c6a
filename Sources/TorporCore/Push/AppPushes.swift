package import TorporModel

/// The push service's state of one app.
package struct AppPushes: KeptPerApp, Hashable, Sendable, Saved {
  /// The tokens under which senders reach the app; `nil`: it is not registered.
  package internal(set) var remoteToken: String?
  package internal(set) var voIPToken: String?
  /// The tokens that a gateway assigned to the app; they end with its registration.
  private(set) var remoteGatewayToken: String?
  private(set) var voIPGatewayToken: String?
  /// The last pushes from a gateway, with their delivery state, oldest first.
  // Saved: left out where it is [], as it was before there were gateways.
  private(set) var received: [ReceivedPush] = []
  /// The `apns-id` of each push from a gateway, oldest first, by which a repeated one is recognised.
  // Saved: left out where it is [], as it was before there were gateways.
  private(set) var receivedIdentifiers: [String] = []
  /// The push that arrived while the device had no connection: only the newest (PN1).
  package internal(set) var stored: HeldPush?
  /// The newest push that should run the app but may not yet (PN7).
  package internal(set) var held: HeldPush?
  /// When silent pushes last ran the app, oldest first.
  private(set) var silentWakes: [Instant] = []
  /// The number of consecutive VoIP pushes for which the app reported no call.
  package internal(set) var unreportedCalls = 0
  /// Whether a call was reported since the last VoIP push was delivered.
  var hasReported = false
  package internal(set) var call: Call?

  package init() {}

  /// A call that the app has reported.
  package struct Call: Hashable, Sendable, Saved {
    package let since: Instant
    /// The time until which it rings, with or without sound.
    package let ringsUntil: Instant
  }

  /// The number of VoIP pushes without a call after which they no longer run the app (PK2: "repeated
  /// failures"; the number is our choice), until the user opens it.
  package static let unreportedCallsMax = 3
  /// How long a reported call keeps its app running without any sound of it.
  ///
  /// 60 s: phones ring for 20 to 60 s before they give up. Our choice.
  package static let ringTime = Duration.seconds(60)

  /// The number of pushes from a gateway with a delivery state kept.
  ///
  /// A day of silent pushes; our choice.
  package static let receivedMax = 32
  /// The number of an app's pushes that are recognised when repeated.
  ///
  /// Our gateway has at most 16 in progress without an answer, and another may have more: it keeps 256
  /// for a place. Our choice: those of four places, which may all be repeated.
  package static let receivedIdentifiersMax = 1024

  /// Whether a new phase of the app's process matters here.
  var followsProcess: Bool { unreportedCalls > 0 || held != nil || call != nil }

  // MARK: From a gateway

  /// Returns the token that a gateway assigned.
  package func gatewayToken(_ kind: PushTokenKind) -> String? {
    switch kind {
    case .remote: remoteGatewayToken
    case .voIP: voIPGatewayToken
    }
  }

  /// Takes in a token of the gateway, or that its token is no longer valid.
  ///
  /// An app that has meanwhile unregistered has none: the gateway also ends its token.
  mutating func setGatewayToken(_ token: String?, _ kind: PushTokenKind) {
    guard token == nil || self.token(kind) != nil else { return }
    switch kind {
    case .remote: remoteGatewayToken = token
    case .voIP: voIPGatewayToken = token
    }
    if let token { setToken(token, kind) }
  }

  /// Returns whether a push with that `apns-id` arrived before.
  package func hasReceived(_ identifier: String) -> Bool {
    receivedIdentifiers.contains(identifier)
  }

  /// The last pushes that came from a gateway, oldest first.
  package var receivedPushes: [ReceivedPush] { received }

  mutating func noteArrival(of push: Push, at now: Instant) {
    guard let name = push.name else { return }
    receivedIdentifiers.append(name.identifier)
    if receivedIdentifiers.count > AppPushes.receivedIdentifiersMax {
      receivedIdentifiers.removeFirst()
    }
    received.append(
      ReceivedPush(
        apnsIdentifier: name.identifier,
        channel: name.channel,
        kind: push.kind,
        sentWallMicroseconds: push.sentWallMicroseconds,
        arrived: now
      )
    )
    if received.count > AppPushes.receivedMax { received.removeFirst() }
  }

  mutating func note(
    _ stage: ReceivedPush.Stage,
    of push: Push,
    at now: Instant,
    because conditions: [Condition] = []
  ) {
    guard let index = received.lastIndex(where: { $0.identifier == push.identifier }) else {
      return
    }
    received[index].reach(stage, at: now, because: conditions)
  }

  /// Handles the app's return from a push: the last one, because a process that died returned from
  /// none of the earlier ones.
  mutating func noteReturn(at now: Instant) {
    guard let index = received.lastIndex(where: { $0.stage == .delivered }) else { return }
    received[index].reach(.handled, at: now)
  }

  mutating func noteSilentWake(at now: Instant) {
    silentWakes.append(now)
    if silentWakes.count > SilentPushRate.perHour { silentWakes.removeFirst() }
  }

  /// Whether another silent push may run the app (PN4, PN6).
  func rateLimit(on device: ConditionContext) -> Condition {
    let hasBattery = device.conditions.power.value?.batteryPercent != nil
    let next = SilentPushRate.next(
      after: silentWakes,
      isOnExternalPower: device.isOnExternalPower,
      isCharged: device.isOnExternalPower && hasBattery
    )
    let isFree = next.map { $0 <= device.now } ?? true
    return Condition(
      .rateLimit,
      holds: isFree,
      since: silentWakes.last,
      until: isFree ? nil : next
    )
  }
}

/// A push that waits.
package struct HeldPush: Hashable, Sendable, Saved {
  @Boxed package private(set) var push: Push
  package let since: Instant

  /// The wake reason for its delivery.
  var reason: WakeReason { push.isVisible ? .visiblePush : .silentPush }

  /// Whether it is no longer worth delivering.
  func isExpired(at now: Instant) -> Bool {
    push.lifetime.map { since + $0 <= now } ?? false
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension AppPushes {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let call {
      writer.key("call")
      call.write(to: &writer)
    }
    writer.key("hasReported")
    hasReported.write(to: &writer)
    if let held {
      writer.key("held")
      held.write(to: &writer)
    }
    if received != [] {
      writer.key("received")
      received.write(to: &writer)
    }
    if receivedIdentifiers != [] {
      writer.key("receivedIdentifiers")
      receivedIdentifiers.write(to: &writer)
    }
    if let remoteGatewayToken {
      writer.key("remoteGatewayToken")
      remoteGatewayToken.write(to: &writer)
    }
    if let remoteToken {
      writer.key("remoteToken")
      remoteToken.write(to: &writer)
    }
    writer.key("silentWakes")
    silentWakes.write(to: &writer)
    if let stored {
      writer.key("stored")
      stored.write(to: &writer)
    }
    writer.key("unreportedCalls")
    unreportedCalls.write(to: &writer)
    if let voIPGatewayToken {
      writer.key("voIPGatewayToken")
      voIPGatewayToken.write(to: &writer)
    }
    if let voIPToken {
      writer.key("voIPToken")
      voIPToken.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    call = try reader.hasKey("call") ? AppPushes.Call(from: &reader) : nil
    try reader.key("hasReported")
    hasReported = try Bool(from: &reader)
    held = try reader.hasKey("held") ? HeldPush(from: &reader) : nil
    received = try reader.hasKey("received") ? [ReceivedPush](from: &reader) : []
    receivedIdentifiers = try reader.hasKey("receivedIdentifiers") ? [String](from: &reader) : []
    remoteGatewayToken = try reader.hasKey("remoteGatewayToken") ? String(from: &reader) : nil
    remoteToken = try reader.hasKey("remoteToken") ? String(from: &reader) : nil
    try reader.key("silentWakes")
    silentWakes = try [Instant](from: &reader)
    stored = try reader.hasKey("stored") ? HeldPush(from: &reader) : nil
    try reader.key("unreportedCalls")
    unreportedCalls = try Int(from: &reader)
    voIPGatewayToken = try reader.hasKey("voIPGatewayToken") ? String(from: &reader) : nil
    voIPToken = try reader.hasKey("voIPToken") ? String(from: &reader) : nil
    try reader.endObject()
  }
}

extension HeldPush {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("push")
    push.write(to: &writer)
    writer.key("since")
    since.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("push")
    push = try Push(from: &reader)
    try reader.key("since")
    since = try Instant(from: &reader)
    try reader.endObject()
  }
}
