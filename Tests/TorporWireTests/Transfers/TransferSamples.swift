import TorporModel

@testable import TorporAppWire
@testable import TorporWire

// One value of every case of the vocabulary of transfers; times are whole microseconds.

extension Samples {
  static let transfer = TransferIdentifier(rawValue: 12)
  static let session = "com.example.mail.episodes"
  static let url = "https://example.com/7.mp3"
  static let hostKey = StateDigest(of: "https://example.com:443".utf8).rawValue

  /// Contents as an app may ask for them: an ordinary one, and one that uses everything.
  static let contents = [
    TransferContent(url: url),
    TransferContent(
      url: url,
      method: "PUT",
      headers: [TransferHeader("Accept", "*/*"), TransferHeader("X-Empty", "")],
      source: TransferFile(path: "/home/ada/7.mp3"),
      sha256: String(repeating: "0123456789abcdef", count: 4),
      bytesPerSecondMax: 1_000_000,
      uploadResumption: .tus,
      label: "Episode 7"
    ),
  ]

  static let transferRequests = [
    TransferRequest(direction: .download, hostKey: hostKey),
    TransferRequest(
      direction: .upload,
      isDiscretionary: true,
      earliestBegin: .hours(1),
      expectedBytes: 5_000_000,
      network: TransferNetwork(
        allowsCellular: false,
        allowsExpensive: false,
        allowsConstrained: false
      ),
      hostKey: hostKey,
      resumes: TransferIdentifier(rawValue: .max)
    ),
  ]

  /// One that has its number, and begins when its app says so.
  static let suspended: NewTransfer = {
    var request = transferRequests[0]
    request.isSuspended = true
    return NewTransfer(request: request, content: contents[0])
  }()

  /// A call of each method about background sessions.
  static let sessionCalls: [any KeyedCall] = [
    App.OpenSession(configuration: SessionConfiguration(identifier: session)),
    App.OpenSession(
      configuration: SessionConfiguration(
        identifier: session,
        sendsLaunchEvents: false,
        isDiscretionary: true,
        resourceTimeout: .hours(1),
        requestTimeout: .seconds(5),
        connectionsPerHostMax: 16,
        asksBeforeDelayedRequests: true
      )
    ),
    App.CancelTransfer(transfer: transfer),
    App.CancelTransfer(transfer: transfer, keepsPartial: true),
    App.SuspendTransfer(transfer: transfer), App.ResumeTransfer(transfer: transfer),
    App.StartTransfers(session: session, transfers: [suspended], key: "k2"),
    App.ResumeTransfer(
      transfer: transfer,
      request: NewTransfer(request: transferRequests[1], content: contents[1])
    ),
    App.ListTransfers(session: session), App.ListTransfers(session: session, after: transfer),
    App.AnswerChallenge(transfer: transfer, disposition: .cancel),
    App.AnswerChallenge(transfer: transfer, disposition: .performDefaultHandling),
    App.AnswerDelayedRequest(transfer: transfer, disposition: .continueLoading),
    App.AnswerDelayedRequest(transfer: transfer, disposition: .cancel),
    App.InvalidateSession(session: session, cancelsTransfers: true),
    App.InvalidateSession(session: session),
    App.StartTransfers(
      session: session,
      transfers: zip(transferRequests, contents).map { NewTransfer(request: $0, content: $1) },
      key: "k1"
    ),
    App.AnswerChallenge(
      transfer: transfer,
      disposition: .useCredential,
      user: "ada",
      password: "secret"
    ),
    App.AnswerDelayedRequest(
      transfer: transfer,
      disposition: .useNewRequest,
      request: ReplacingRequest(contents[1])
    ),
  ]

  static let outcomes = [
    TransferOutcome(at: .at(.seconds(9)), status: 200),
    TransferOutcome(at: .at(.seconds(9)), error: .httpStatus, status: 404),
    TransferOutcome(at: .zero, error: .cancelled, cancellation: .userForceQuit),
  ]

  static let sessionCallbacks: [SessionCallback] =
    [
      .handleEvents(session: session),
      .didFinishDownloading(session: session, transfer: transfer, status: 206),
      .didReceiveChallenge(session: session, transfer: transfer),
      .willBeginDelayedRequest(session: session, transfer: transfer),
      .didFinishEvents(session: session), .didBecomeInvalid(session: session),
      .issueDownloaded(session: session, transfer: transfer, outcome: outcomes[0]),
    ] + outcomes.map { .didComplete(session: session, transfer: transfer, outcome: $0) }

  static let transferRefusals: [TransferRefusal] = [
    .noSessions(profile: "ios6"), .unknownSession(session), .sessionIsInvalid(session),
    .sessionInUse(session), .tooManySessions(limit: 16),
    .unknownTransfer(transfer), .tooManyTransfers(limit: 4096), .transferIsOver(transfer),
    .transferIsNotOver(transfer), .nothingAsked(transfer),
    .fileOutsideContainer("/etc/hosts", container: "/var/lib/torpor/containers/0/mail"),
    .tooManyTransferBytes(bytesMax: 64 << 20),
  ]

  static let detail = TransferDetail(
    path: "/home/ada/7.mp3",
    finalURL: "https://cdn.example.com/7.mp3",
    mimeType: "audio/mpeg",
    cause: "the server closed after 100 of 200 bytes",
    challenge: TransferChallenge(
      host: "example.com",
      scheme: "Basic",
      realm: "Episodes",
      isProxy: true,
      previousFailureCount: 2
    )
  )

  /// With what the transfer was started as, which events have beside the detail.
  static let eventDetail: TransferDetail = {
    var detail = Samples.detail
    detail.url = url
    detail.taskDescription = "Episode 7"
    detail.file = "/home/ada/7.mp3"
    return detail
  }()

  static let rows: [TransferRow] = [
    TransferRow(
      status: TransferStatus(
        transfer: transfer,
        app: nil,
        ownerUserID: 1000,
        session: "user",
        direction: .download,
        state: .queued,
        isDiscretionary: false,
        submittedAt: .at(.seconds(1)),
        deadline: .at(.hours(168)),
        attempts: 0,
        bytes: 0,
        expectedBytes: nil
      )
    ),
    TransferRow(
      status: TransferStatus(
        transfer: TransferIdentifier(rawValue: .max),
        app: mail,
        ownerUserID: nil,
        session: session,
        direction: .upload,
        state: .failed,
        isDiscretionary: true,
        submittedAt: .at(.seconds(1)),
        deadline: .at(.hours(168)),
        attempts: 3,
        bytes: 100,
        expectedBytes: 200,
        lastError: .timedOut,
        blockers: conditions,
        outcome: outcomes[1]
      ),
      url: url,
      label: "Episode 7",
      destination: "/home/ada/",
      source: "/home/ada/7.mp3",
      detail: detail,
      progress: TransferProgress(bytes: 100, totalBytes: 200, bytesPerSecond: 50)
    ),
  ]

  static let transferSubmission: TransferSubmission = {
    var configuration = SessionConfiguration(identifier: TransferSubmission.sessionIdentifier)
    configuration.isDiscretionary = true
    configuration.resourceTimeout = .hours(2)
    configuration.requestTimeout = .seconds(9)
    configuration.connectionsPerHostMax = 2
    var contents = Samples.contents
    contents[0].destination = TransferDestination(
      file: TransferFile(path: "/home/ada"),
      isFolder: true,
      replaces: true,
      makesFolders: true
    )
    return TransferSubmission(
      requests: [TransferDirection.download, .upload].map {
        TransferRequest(
          direction: $0,
          isDiscretionary: true,
          earliestBegin: .minutes(5),
          network: TransferNetwork(allowsCellular: false, allowsExpensive: false),
          hostKey: hostKey
        )
      },
      contents: contents,
      configuration: configuration
    )
  }()
}
