import TorporModel

// The background sessions of an app.

extension SimulatedProcess {
  /// Starts a transfer of a session, which is created or connected to where the process has none.
  ///
  /// Whether the session sends launch events is the session's, so a step that says otherwise than the
  /// one before creates the session anew; that a transfer is discretionary is its own.
  func begin(_ start: TransferStart, on workItem: WorkItem) {
    let configuration = SessionConfiguration(
      identifier: start.session,
      sendsLaunchEvents: start.sendsLaunchEvents
    )
    if resources.sessions[start.session] != configuration { open(configuration) }
    let direction: TransferDirection = start.isUpload ? .upload : .download
    let request = TransferRequest(
      direction: direction,
      isDiscretionary: start.isDiscretionary,
      earliestBegin: start.earliest,
      // A server of its own: what it does is no other's doing.
      hostKey: start.killsService ? 1 : 0
    )
    let resource = SimulatedResource(
      sizeBytes: start.sizeBytes,
      needsAuthentication: start.needsAuthentication,
      killsService: start.killsService
    )
    environment.storage.transferCount += 1
    let key = "\(environment.storage.transferCount)"
    ask(
      .session(.start(session: start.session, [request], key: key)),
      for: workItem,
      name: start.task,
      carrying: [resource.content(direction, label: start.task)]
    )
  }

  /// Connects to a session as the app created it last; to one that it never had, as a plain one.
  func recreateSession(_ name: String, on workItem: WorkItem) {
    open(
      environment.storage.sessions[name] ?? SessionConfiguration(identifier: name),
      for: workItem
    )
  }

  private func open(_ configuration: SessionConfiguration, for workItem: WorkItem? = nil) {
    environment.storage.sessions[configuration.identifier] = configuration
    ask(.session(.open(configuration)), for: workItem)
  }

  /// Asks something about the newest transfer of a name; an app that has none asks nothing.
  func askAbout(
    _ name: String,
    on workItem: WorkItem,
    _ request: (TransferIdentifier) -> SessionRequest
  ) {
    guard let transfer = environment.storage.transfers[name] else { return }
    ask(.session(request(transfer)), for: workItem)
  }
}
