import TorporModel

// Requests and events of the services of `UIBackgroundModes`, each to its own.

extension Device {
  mutating func handle(
    _ request: ModeRequest,
    from launch: LaunchIdentifier,
    inSlot slot: Int,
    _ id: RequestIdentifier?,
    in turn: inout Turn
  ) {
    let reply =
      switch request {
      case .push(let request): handle(request, inSlot: slot, in: &turn)
      case .location(let request): handle(request, inSlot: slot, in: &turn)
      case .notifications(let request): handle(request, inSlot: slot, in: &turn)
      case .audio(let request): handle(request, inSlot: slot, in: &turn)
      case .accessory(let request): handle(request, inSlot: slot, in: &turn)
      case .bluetooth(let request): handle(request, inSlot: slot, in: &turn)
      case .descriptor(let request): handle(request, inSlot: slot, in: &turn)
      case .pushToTalk(let request): handle(request, inSlot: slot, in: &turn)
      }
    if let id { turn.order(.reply(id, reply)) }
    // What the request took back may have been the last that kept the app running.
    update(slot: slot, in: &turn) { _, _ in }
  }

  /// The process of an app has come to another phase: every service follows.
  mutating func modesFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {
    placesFollow(slot: slot, from: before, to: after, in: &turn)
    noticesFollow(slot: slot, from: before, to: after, in: &turn)
    soundsFollow(slot: slot, from: before, to: after, in: &turn)
    talkFollows(slot: slot, from: before, to: after, in: &turn)
    linksFollow(slot: slot, from: before, to: after, in: &turn)
    pushesFollow(slot: slot, from: before, to: after, in: &turn)
  }

  /// The machine was started anew; every process is gone already.
  mutating func modesBooted(in turn: inout Turn) {
    bootPlaces(in: &turn)
    bootNotices(in: &turn)
    bootSounds(in: &turn)
    bootTalk(in: &turn)
    bootLinks(in: &turn)
    bootPushes(in: &turn)
  }

  /// The daemon was started anew: what it held for apps, and what it told the desktop, is gone.
  mutating func modesRestarted(in turn: inout Turn) {
    restartPlaces(in: &turn)
    restartNotices(in: &turn)
    restartLinks(in: &turn)
  }

  /// The user has removed the app from the switcher.
  mutating func modesForceQuit(_ app: AppIdentifier, in turn: inout Turn) {
    forceQuitPlaces(of: app, in: &turn)
    forceQuitLinks(of: app, in: &turn)
    forceQuitPushes(of: app, in: &turn)
    forceQuitTalk(of: app, in: &turn)
  }

  /// The app leaves the device.
  mutating func removeModes(of app: AppIdentifier, in turn: inout Turn) {
    removePlaces(of: app, in: &turn)
    removeNotices(of: app, in: &turn)
    removeSounds(of: app, in: &turn)
    removeLinks(of: app, in: &turn)
    removePushes(of: app, in: &turn)
    removeTalk(of: app, in: &turn)
  }

  /// Settings, conditions or locks have changed.
  mutating func modesReview(in turn: inout Turn) {
    reviewPlaces(in: &turn)
    reviewPushes(in: &turn)
    reviewLinkConditions(in: &turn)
  }
}
