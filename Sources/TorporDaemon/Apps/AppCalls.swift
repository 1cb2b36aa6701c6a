import TorporCore
package import TorporModel
package import TorporWire

/// What comes of an app's call: what the policy is asked, what goes past it, and the reply to the call.
package struct AppRequestOfCall {
  package var request: AppRequest
  /// What the transfers carry that it starts, in their order; or what takes the place of a delayed one.
  package var contents: [TransferContent] = []
  /// What answers a challenge: it goes beside the request, so that nothing that is kept ever holds it.
  package var credential: TransferCredential?
  /// What the app wants of a broadcast channel: the link to the gateway keeps that, the policy knows nothing of it.
  package var broadcast: (channel: String, isSubscribed: Bool)?
  /// The reply to the call, of what the policy answers.
  package let reply: (Reply) throws(WireError) -> any WireReply
}

/// The calls of apps: each becomes a request to the policy.
package struct AppCalls: AppHandler {
  // Shape: one method for each call of io.torpor.App; the generated protocol asks for them.
  package typealias Work = AppRequestOfCall

  /// Where the time line of the device stands.
  let now: () -> Instant?
  /// Draws a token for pushes; the policy draws nothing.
  let drawToken: () -> String
  /// What the transfers are about, beside where they stand.
  let rows: ([TransferStatus]) -> [TransferRow]
  /// What there is against the sound file that a notification names; `nil`: nothing.
  let soundFault: (LocalNotification) -> SoundFault?

  package init(
    now: @escaping () -> Instant? = { nil },
    drawToken: @escaping () -> String = { "" },
    rows: @escaping ([TransferStatus]) -> [TransferRow] = { $0.map { TransferRow(status: $0) } },
    soundFault: @escaping (LocalNotification) -> SoundFault? = { _ in nil }
  ) {
    self.now = now
    self.drawToken = drawToken
    self.rows = rows
    self.soundFault = soundFault
  }

  /// A request that has nothing to say but that it was done.
  func ask<Call>(_ call: Incoming<Call>, _ request: AppRequest) -> Work
  where Call.Reply == NoReply {
    Work(request: request) { (reply) throws(WireError) in
      _ = try reply.accepted()
      return NoReply()
    }
  }

  /// A request whose reply becomes that of the call.
  func ask<Call>(
    _ call: Incoming<Call>,
    _ request: AppRequest,
    _ reply: @escaping (Reply) -> Call.Reply?
  ) -> Work {
    Work(request: request) { (answer) throws(WireError) in
      guard let made = reply(try answer.accepted()) else { throw call.unanswered }
      return made
    }
  }

  /// A request of a background service.
  func ask<Call>(_ call: Incoming<Call>, _ request: ServiceRequest) -> Work
  where Call.Reply == NoReply {
    ask(call, .service(request))
  }

  /// A request of a background service whose reply becomes that of the call.
  func ask<Call>(
    _ call: Incoming<Call>,
    _ request: ServiceRequest,
    _ reply: @escaping (ServiceReply) -> Call.Reply?
  ) -> Work {
    ask(call, .service(request)) {
      if case .service(let answer) = $0 { reply(answer) } else { nil }
    }
  }
}

extension Reply {
  /// The reply, unless it is a refusal.
  ///
  /// - Throws: `WireError.refused`.
  func accepted() throws(WireError) -> Reply {
    if case .refused(let refusal) = self { throw .refused(refusal) }
    return self
  }
}

extension SessionTable {
  /// Takes a call of an app.
  func run(
    _ appCall: AppCall,
    _ call: WireSession.Call,
    of peer: Peer,
    on connection: ConnectionIdentifier
  ) -> [Submission] {
    do throws(WireError) {
      try permission(of: peer).check(
        appCall.call.permission,
        isLocked: driver.device.screen.isLocked
      )
      guard let launch = peer.launch else { throw .permissionDenied }
      if case .attach = appCall { attachedConnection[launch] = connection }
      let calls = AppCalls(
        now: { [driver] in driver.now() },
        drawToken: facts.drawToken,
        rows: { [self] in rows(of: $0) },
        soundFault: { [driver] in driver.soundFault(of: $0, byLaunch: launch) }
      )
      if case .openSession(let open) = appCall {
        try checkHolder(ofSession: open.configuration.identifier, of: launch, for: peer)
      }
      let work = try appCall.handle(by: calls, as: call.id)
      let (stored, folder) = try carried(by: work, of: launch)
      let handed = try handed(over: call, work, by: peer)
      let id = makeRequest(shape(of: work, from: launch, by: peer), for: call.id, on: connection)
      let input = Input.app(launch: launch, request: work.request, id: id)
      return [Submission(input, transfers: stored, folder: folder, handed: handed)]
    } catch {
      driver.discard(call.descriptors)
      refuse(call.id, error, on: connection)
      return []
    }
  }
}
