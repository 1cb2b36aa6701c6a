import TorporModel

// Delivery of location news to apps: while they run, by running them, or when they run again.

extension LocationService {
  /// Tells an app all that is new for it.
  mutating func tellNews(
    of fix: Location?,
    to app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let context = clientContext(app, device), var client = table[app] else { return }
    let known = client.known(table.device, to: context)
    let news = client.news(of: fix, on: known, for: context, at: device.now)
    table[app] = client
    for item in news {
      switch item {
      case .tell(let callback): out.then(.tell(callback, app))
      case .wake(let callback): out.then(.wake(app, for: callback))
      case .launch(let reason): out.then(.launch(app, for: reason))
      case .crossed(let region, let entered):
        out.post(.notification(.crossed(region: region, of: app, isEntered: entered)))
      case .paused(let reason): out.then(.pause(app, reason))
      case .goesOn: out.then(.hold(app))
      }
    }
  }

  /// Tells an app that runs; one that is suspended is told when it runs again.
  mutating func tell(
    _ callback: LocationCallback,
    to app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let slot = device.apps.slot(of: app) else { return }
    switch device.apps.process(inSlot: slot)?.phase ?? .dead {
    case .dead: break
    case .suspended:
      if case .didUpdate(let fixes) = callback {
        table[app]?.queue(fixes)
      } else {
        table[app]?.addPending(callback)
      }
    case .onScreen, .background:
      if callback.containsLocation { noteAlwaysUse(of: app, device) }
      if case .didUpdate(let fixes) = callback {
        tell(fixes, to: app, inSlot: slot, device, &out)
      } else {
        out.callLater(app, .service(.location(callback)))
      }
    }
  }

  /// An app that is behind with its callbacks is told more fixes in one call, later.
  private mutating func tell(
    _ fixes: [Location],
    to app: AppIdentifier,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let rule = RelaunchRule.row(.continuousLocation, in: device.profile)
    let conditionContext = device.conditionContext
    let found = device.apps.read(slot: slot) { record in
      let isStopped =
        !record.process.isOnScreen
        && record.outcome(of: rule, on: conditionContext).stops(on: conditionContext)
      return (isStopped: isStopped, callbacks: record.callbacks.deliveries.count)
    }
    if found?.isStopped == true { return }
    table[app]?.queue(fixes)
    guard (found?.callbacks ?? 0) < LocationClient.callbacksMax else { return }
    let waiting = table[app]?.queued ?? fixes
    table[app]?.queued.removeAll()
    out.callLater(app, .service(.location(.didUpdate(waiting))))
  }

  /// Runs an app for something that it monitors.
  mutating func wake(
    _ app: AppIdentifier,
    for callback: LocationCallback,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    noteAlwaysUse(of: app, device)
    out.wake(
      app,
      for: PendingEvent(reason: callback.wakeReason, callback: .service(.location(callback)))
    )
  }

  /// Launches an app that is not running, for news that it must request (LO1).
  func launch(
    _ app: AppIdentifier,
    for reason: WakeReason,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let slot = device.apps.slot(of: app) else { return }
    let conditionContext = device.conditionContext
    let unmetConditions = device.apps.read(slot: slot) {
      $0.unmetConditions(to: reason, on: conditionContext)
    }
    if let unmetConditions, !unmetConditions.isEmpty {
      return out.record(.wake(reason), of: app, verdict: .denied, because: unmetConditions)
    }
    out.launch(app, for: reason)
  }
}

extension LocationCallback {
  /// What an app is run for that is told so.
  fileprivate var wakeReason: WakeReason {
    switch self {
    case .didUpdateLive: .liveLocation
    case .didEnterRegion, .didExitRegion, .didDetermineState, .monitoringDidFail,
      .didChangeCondition:
      .region
    case .didVisit: .visit
    case .didUpdate, .didFail, .didPauseUpdates, .didResumeUpdates, .didFinishDeferredUpdates,
      .didChangeAuthorization, .didChangeAccuracy, .didRange, .rangingDidFail:
      .significantLocation
    }
  }

  /// Whether the app learns from it where the device is.
  fileprivate var containsLocation: Bool {
    switch self {
    case .didUpdate, .didUpdateLive, .didRange: true
    case .didFail, .didEnterRegion, .didExitRegion, .monitoringDidFail, .didDetermineState,
      .didVisit, .didPauseUpdates, .didResumeUpdates, .didFinishDeferredUpdates,
      .didChangeAuthorization, .didChangeAccuracy, .didChangeCondition, .rangingDidFail:
      false
    }
  }
}
