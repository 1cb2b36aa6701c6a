import TorporCore
import TorporModel
package import TorporWire

// What apps ask about their background sessions, with what goes past the policy: contents, credentials,
// and how far transfers are.

extension SessionTable {
  /// What the transfers carry that an app's call begins or replaces, and where they are received.
  ///
  /// - Throws: `WireError.refused` for a file that is not the app's to send.
  func carried(
    by work: AppRequestOfCall,
    of launch: LaunchIdentifier
  ) throws(WireError) -> (stored: [StoredTransfer], folder: TransferFile?) {
    let device = driver.device
    // The core turns down what no app asks; nothing is kept then.
    guard !work.contents.isEmpty,
      let app = device.apps.slot(of: launch).flatMap({ device.apps[slot: $0]?.identifier }),
      let owner = driver.recipeOwner(of: .app(app))
    else { return ([], nil) }
    var stored: [StoredTransfer] = []
    for content in work.contents {
      var content = content
      // Where it goes is the system's to say.
      content.destination = nil
      if let source = content.source {
        guard let file = source.inside(owner.container) else {
          throw .refused(
            .transfer(.fileOutsideContainer(source.path, container: owner.container ?? ""))
          )
        }
        content.source = file
      }
      stored.append(
        StoredTransfer(content: content, userID: owner.userID, groupID: owner.groupID)
      )
    }
    try checkRoom(for: stored, ofUser: owner.userID)
    return (stored, receivingFolder(of: owner))
  }

  /// Refuses a background session that another process of the app has: an app may have several, and its events go to one.
  ///
  /// - Throws: `WireError.refused` where another process of the app has it, and is connected, or is about to have it.
  func checkHolder(
    ofSession name: String,
    of launch: LaunchIdentifier,
    for peer: Peer
  ) throws(WireError) {
    let isAsked = pending.values.contains {
      guard case .session(let change, _) = $0.shape else { return false }
      return change.isOpening && change.launch == launch && change.session == name
        && change.processID != peer.processID
    }
    let holder = sessionHolders[launch]?[name]
    let isHeld =
      holder != peer.processID
      && clients.values.contains { $0.peer.launch == launch && $0.peer.processID == holder }
    guard !isAsked, !isHeld else { throw .refused(.transfer(.sessionInUse(name))) }
  }

  /// Keeps which process has a session, or that none has it any more, once the core has accepted the call.
  ///
  /// The core bounds the sessions of an app, and with them what is kept here. A session that a process has is let go by
  /// that process alone.
  func note(_ change: SessionChange) {
    if change.isOpening {
      sessionHolders[change.launch, default: [:]][change.session] = change.processID
    } else if sessionHolders[change.launch]?[change.session] == change.processID {
      sessionHolders[change.launch]?[change.session] = nil
    }
  }

  /// Where an app's downloads lie until it has taken them: among its caches, or, where it has no
  /// container, in the folder of its user's service.
  private func receivingFolder(of owner: RecipeOwner) -> TransferFile {
    if let container = owner.container {
      return TransferFile(root: container, path: "Library/Caches/io.torpor.transfers")
    }
    return TransferFile(root: "\(facts.transferFolder)/\(owner.userID)", path: "files")
  }

  /// What is done when a call has its reply.
  func shape(
    of work: AppRequestOfCall,
    from launch: LaunchIdentifier,
    by peer: Peer
  ) -> Pending.Shape {
    if case .session(.answerChallenge(let transfer, _)) = work.request,
      let credential = work.credential
    {
      return .challenge(transfer, credential)
    }
    if let broadcast = work.broadcast {
      return .broadcast(
        launch,
        channel: broadcast.channel,
        isSubscribed: broadcast.isSubscribed
      )
    }
    if case .service(.push(.register(let kind, _))) = work.request {
      return .token(kind, launch, work.reply)
    }
    let change: (session: String, isOpening: Bool)
    switch work.request {
    case .session(.open(let configuration)): change = (configuration.identifier, true)
    case .session(.invalidate(let session, _)): change = (session, false)
    default: return .call(work.reply)
    }
    let (session, isOpening) = change
    return .session(
      SessionChange(
        launch: launch,
        session: session,
        processID: peer.processID,
        isOpening: isOpening
      ),
      work.reply
    )
  }

  /// The credential of an answer that was accepted; it goes to its service and nowhere else.
  func use(_ credential: TransferCredential, for transfer: TransferIdentifier) {
    switch credential {
    case .password(let user, let password):
      driver.useCredential(TransferPassword(user: user, password: password), for: transfer)
    case .none: driver.useCredential(nil, for: transfer)
    }
  }

  /// What the service said of the transfer that a callback is about.
  func detail(of callback: Callback) -> TransferDetail? {
    guard case .session(let callback) = callback, let transfer = callback.transfer else {
      return nil
    }
    guard let stored = driver.storedTransfers([transfer]).first ?? nil else { return nil }
    var detail = stored.detail
    detail.url = stored.content.url
    detail.taskDescription = stored.content.label
    detail.file = stored.content.source?.shown
    if case .didReceiveChallenge = callback, let challenge = detail.challenge {
      // A service that was started anew has counted nothing.
      let answers = driver.device.transfers[transfer]?.challengeAnswers ?? 0
      detail.challenge?.previousFailureCount = max(challenge.previousFailureCount, Int(answers))
    }
    return detail
  }

  /// Tells apps how far their transfers are, those that run: who is frozen does not read.
  package func tell(_ steps: [TransferServiceProgress]) {
    let device = driver.device
    for step in steps {
      guard case .app(let app)? = device.services.transfers.owner(of: step.transfer),
        let slot = device.apps.slot(of: app), let process = device.apps.process(inSlot: slot),
        process.applicationState != .suspended, let launch = process.launch,
        let session = device.transferStatus(of: step.transfer, at: device.now)?.session
      else { continue }
      report(
        SessionProgress(
          session: session,
          transfer: step.transfer,
          progress: step.progress,
          resumedAt: step.resumedAt
        ),
        to: launch
      )
    }
  }
}

extension TransferFile {
  /// The file as one of the container; `nil` where it lies elsewhere.
  ///
  /// Without a container any will do: it is opened with its user's rights. Links and `..` are the
  /// service's to refuse, when it opens the file.
  fileprivate func inside(_ container: String?) -> TransferFile? {
    guard let container else { return self }
    guard let inside = path.path(beneath: container) else { return nil }
    return TransferFile(root: container, path: String(inside))
  }
}
