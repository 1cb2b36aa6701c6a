import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("An app's transfers over the socket")
struct AppTransferTests {
  /// An app in the foreground that returns from every callback as soon as it has seen it.
  private final class App {
    let daemon: TestDaemon
    let launch: LaunchIdentifier
    private let calls: ConnectionIdentifier
    private let stream: ConnectionIdentifier
    /// What it was told of its sessions, with what came beside it.
    private(set) var events: [(callback: SessionCallback, detail: TransferDetail?)] = []
    private(set) var steps: [SessionProgress] = []
    var returnsAtOnce = true
    private var unreturned: [CallbackToken] = []

    init(_ name: String, in daemon: TestDaemon, user: UInt32 = 501, isInstalled: Bool = true) throws
    {
      self.daemon = daemon
      if isInstalled {
        let identifier = try #require(AppIdentifier(name))
        let wish = Control.Install(
          manifest: AppManifest(identifier: identifier),
          executable: "/bin/mail",
          arguments: ["mail"],
          workingDirectory: "/"
        )
        _ = try daemon.control(wish, user: user)
        launch = try daemon.control(Control.Launch(app: name), user: user).launch
      } else {
        launch = try daemon.run(name, user: user)
      }
      calls = daemon.connect(user: user, as: launch)
      stream = daemon.connect(user: user, as: launch)
      take(try daemon.call(TorporWire.App.Attach().varlinkCall, on: stream))
      listen()
    }

    @discardableResult
    func ask<Call: KeyedCall>(_ call: Call) throws -> Call.Reply {
      let replies = try daemon.call(call.varlinkCall, on: calls)
      defer { listen() }
      return try call.reply(from: try #require(replies.first))
    }

    /// Its process is gone.
    func leave() {
      for connection in [calls, stream] { daemon.driver.post(.closed(connection)) }
      daemon.driver.turn()
    }

    /// Takes in what has come, and returns from it.
    func listen() {
      daemon.driver.turn()
      daemon.pass(.zero)
      while true {
        let replies = (try? daemon.wire.takeReplies(on: stream)) ?? []
        take(replies)
        guard returnsAtOnce, !unreturned.isEmpty else { return }
        let tokens = unreturned
        unreturned = []
        for token in tokens {
          _ = try? daemon.call(TorporWire.App.Returned(callback: token).varlinkCall, on: calls)
        }
      }
    }

    private func take(_ replies: [VarlinkReply]) {
      for reply in replies {
        switch try? AttachReply(from: reply) {
        case .event(let delivery, let detail)?:
          unreturned.append(delivery.token)
          if case .session(let callback) = delivery.callback { events.append((callback, detail)) }
        case .progress(let step)?: steps.append(step)
        case .attached?, .unknownEvent?, .answer?, nil: break
        }
      }
    }
  }

  private let daemon: TestDaemon
  private let container = "/state/containers/501/org.mail"

  init() throws {
    daemon = try TestDaemon()
    daemon.driver.post(.input(.device(event: .network(NetworkState(link: .wifi)))))
    daemon.driver.turn()
  }

  private func number(_ number: UInt64) -> TransferIdentifier {
    TransferIdentifier(rawValue: number)
  }

  private func content(_ path: String = "file", source: String? = nil) -> TransferContent {
    TransferContent(
      url: "https://example.org/\(path)",
      source: source.map { TransferFile(path: $0) }
    )
  }

  private func open() -> TorporWire.App.OpenSession {
    TorporWire.App.OpenSession(configuration: SessionConfiguration(identifier: "s"))
  }

  private func start(
    _ contents: [TransferContent],
    key: String? = nil
  ) -> TorporWire.App.StartTransfers {
    let transfers = contents.map {
      NewTransfer(
        request: TransferRequest(direction: $0.source == nil ? .download : .upload),
        content: $0
      )
    }
    return TorporWire.App.StartTransfers(session: "s", transfers: transfers, key: key)
  }

  private func answer(user: String, password: String) -> TorporWire.App.AnswerChallenge {
    TorporWire.App.AnswerChallenge(
      transfer: number(1),
      disposition: .useCredential,
      user: user,
      password: password
    )
  }

  /// An app with a session and a download in it.
  private func downloading(_ name: String = "org.mail", isInstalled: Bool = true) throws -> App {
    let app = try App(name, in: daemon, isInstalled: isInstalled)
    try app.ask(open())
    let reply = try app.ask(start([content()], key: "k"))
    #expect(reply == .init(first: number(1), count: 1))
    return app
  }

  private func started() throws -> TorporWire.TransferStart {
    let line = try #require(daemon.services.lines.first)
    for case .start(let starts) in line.takeOrders() { return try #require(starts.first) }
    throw WireError.malformedMessage(cause: "nothing was begun")
  }

  @Test("are of the process that has opened their session, until it is gone")
  func otherProcess() throws {
    let app = try App("org.mail", in: daemon)
    try app.ask(open())
    let other = daemon.connect(user: 501, as: app.launch, process: 78)
    let refused = try #require(try daemon.call(open().varlinkCall, on: other).first)
    #expect(refused.error == "io.torpor.Transfers.SessionInUse")
    // The process that has it may ask again, and another session is free.
    try app.ask(open())
    let own = TorporWire.App.OpenSession(configuration: SessionConfiguration(identifier: "t"))
    #expect(try daemon.call(own.varlinkCall, on: other).first?.error == nil)
    app.leave()
    #expect(try daemon.call(open().varlinkCall, on: other).first?.error == nil)
  }

  @Test("are no process's once their session was invalidated")
  func invalidated() throws {
    let app = try App("org.mail", in: daemon)
    try app.ask(open())
    try app.ask(TorporWire.App.InvalidateSession(session: "s", cancelsTransfers: true))
    let other = daemon.connect(user: 501, as: app.launch, process: 78)
    let reply = try #require(try daemon.call(open().varlinkCall, on: other).first)
    #expect(reply.error != "io.torpor.Transfers.SessionInUse")
  }

  @Test("are not of a process whose opening was refused, and are let go by their process alone")
  func refusedOpening() throws {
    let app = try downloading()
    let other = daemon.connect(user: 501, as: app.launch, process: 78)
    // Another process invalidates nothing of whose session it is: the first one has it still.
    let third = daemon.connect(user: 501, as: app.launch, process: 79)
    let end = TorporWire.App.InvalidateSession(session: "s", cancelsTransfers: false)
    #expect(try daemon.call(end.varlinkCall, on: third).first?.error == nil)
    let refused = try #require(try daemon.call(open().varlinkCall, on: other).first)
    #expect(refused.error == "io.torpor.Transfers.SessionInUse")
    // It lets go of the session, whose transfers are under way: nobody can open it until they have ended.
    try app.ask(end)
    let invalid = try #require(try daemon.call(open().varlinkCall, on: other).first)
    #expect(invalid.error == "io.torpor.Transfers.SessionIsInvalid")
    let own = daemon.connect(user: 501, as: app.launch)
    let again = try #require(try daemon.call(open().varlinkCall, on: own).first)
    #expect(again.error == "io.torpor.Transfers.SessionIsInvalid")
  }

  @Test("go into its container, under their number, as its user")
  func destination() throws {
    _ = try downloading()
    let start = try started()
    #expect(daemon.services.lines[0].userID == 501)
    #expect(
      start.content.destination
        == TransferDestination(
          file: TransferFile(root: container, path: "Library/Caches/io.torpor.transfers/1"),
          replaces: true,
          makesFolders: true
        )
    )
  }

  @Test("go into the folder of its user's service where it has no container")
  func destinationWithoutContainer() throws {
    _ = try downloading("mail", isInstalled: false)
    #expect(
      try started().content.destination?.file
        == TransferFile(root: "/state/transfers/501", path: "files/1")
    )
  }

  @Test("are told with what the service said, and their file goes once the app has seen it")
  func finished() throws {
    let app = try downloading()
    _ = try started()
    let line = daemon.services.lines[0]
    app.returnsAtOnce = false
    try line.finish([1])
    app.listen()
    #expect(
      app.events.map(\.callback.name) == ["didFinishDownloading", "didCompleteWithError"]
        || app.events.map(\.callback.name) == ["didFinishDownloading"]
    )
    #expect(
      app.events.first?.detail
        == TransferDetail(path: "/files/1", url: "https://example.org/file")
    )
    #expect(line.takeOrders() == [])
    app.returnsAtOnce = true
    app.listen()
    #expect(app.events.map(\.callback.name) == ["didFinishDownloading", "didCompleteWithError"])
    daemon.pass(.zero)
    #expect(line.takeOrders() == [.forget([number(1)], removesFile: true)])
    #expect(try daemon.journal.transfers([number(1)]) == [nil])
  }

  @Test("are shown to it with what they carry")
  func list() throws {
    let app = try downloading()
    let page = try app.ask(TorporWire.App.ListTransfers(session: "s"))
    #expect(page.transfers.map(\.url) == ["https://example.org/file"])
    #expect(page.transfers.map(\.status.state) == [.running])
    #expect(!page.hasMore)
  }

  @Test("that send files of its container are begun with them, and others are refused by name")
  func uploads() throws {
    let app = try App("org.mail", in: daemon)
    try app.ask(open())
    func upload(_ paths: [String]) throws {
      try app.ask(start(paths.map { content(source: $0) }))
    }
    let own = container + "/Documents/film"
    for stranger in ["/etc/shadow", "/state/containers/501/org.mail2/Documents/film", container] {
      #expect(
        throws: WireError.refused(
          .transfer(.fileOutsideContainer(stranger, container: container))
        )
      ) {
        try upload([own, stranger])
      }
    }
    #expect(daemon.services.lines.isEmpty)
    try upload([own])
    let begun = try started().content
    #expect(begun.source == TransferFile(root: container, path: "Documents/film"))
    #expect(begun.destination == nil)
  }

  @Test("tell it how far they are, and nobody else")
  func progress() throws {
    let other = try App("other", in: daemon, isInstalled: false)
    let app = try downloading()
    let progress = TransferProgress(bytes: 5, totalBytes: 10)
    let step = TransferServiceProgress(transfer: number(1), progress: progress, resumedAt: 2)
    try daemon.services.lines[0].say(.progress([step]))
    app.listen()
    other.listen()
    #expect(
      app.steps == [
        SessionProgress(session: "s", transfer: number(1), progress: progress, resumedAt: 2)
      ]
    )
    #expect(other.steps.isEmpty)
  }

  @Test("say nothing of their progress to an app that is frozen")
  func frozen() throws {
    let app = try downloading()
    _ = try daemon.control(Control.Home(app: "org.mail"), user: 501)
    app.listen()
    daemon.pass(.minutes(1))
    #expect(daemon.kernel.frozen == [app.launch])
    let progress = TransferProgress(bytes: 5, totalBytes: 10)
    try daemon.services.lines[0].say(
      .progress([TransferServiceProgress(transfer: number(1), progress: progress)])
    )
    app.listen()
    #expect(app.steps.isEmpty)
  }

  @Test("that were challenged go on with the credential that the app gives, and it is not kept")
  func challenge() throws {
    let app = try downloading()
    _ = try started()
    let line = daemon.services.lines[0]
    let asked = TransferChallenge(host: "example.org", scheme: "Basic", realm: "all")
    try line.say(
      .ended([
        TransferServiceResult(
          transfer: number(1),
          attempt: 1,
          isChallenge: true,
          status: 401,
          detail: TransferDetail(challenge: asked)
        )
      ])
    )
    app.listen()
    #expect(app.events.last?.callback.name == "didReceiveChallenge")
    #expect(app.events.last?.detail?.challenge == asked)
    let answer = TransferCredential.password(user: "ada", password: "secret")
    try app.ask(self.answer(user: "ada", password: "secret"))
    let orders = line.takeOrders()
    #expect(orders.last == .answer(number(1), answer))
    #expect(orders.count == 2)
    let journal = try daemon.journal.load()
    let kept = journal.entries.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(kept.contains { $0.contains("answerChallenge") }, "nothing was looked at")
    #expect(!kept.contains { $0.contains("secret") })
  }

  @Test("take no credential from an app that does not own them")
  func strangersCredential() throws {
    let app = try downloading()
    _ = try started()
    let line = daemon.services.lines[0]
    let other = try App("other", in: daemon, isInstalled: false)
    for peer in [other, app] {
      // The owner is refused too: nobody has asked.
      #expect(throws: WireError.self) { try peer.ask(answer(user: "eve", password: "mine")) }
    }
    #expect(line.takeOrders() == [])
  }

  @Test("begin with a new request where the app puts one in the place of the old")
  func newRequest() throws {
    let app = try App("org.mail", in: daemon)
    var configuration = SessionConfiguration(identifier: "s")
    configuration.asksBeforeDelayedRequests = true
    try app.ask(TorporWire.App.OpenSession(configuration: configuration))
    var request = TransferRequest(direction: .download)
    request.earliestBegin = .seconds(10)
    let old = NewTransfer(request: request, content: content("old"))
    try app.ask(TorporWire.App.StartTransfers(session: "s", transfers: [old]))
    daemon.pass(.seconds(10))
    app.listen()
    #expect(app.events.map(\.callback.name) == ["willBeginDelayedRequest"])
    func answer(_ path: String) throws {
      try app.ask(
        TorporWire.App.AnswerDelayedRequest(
          transfer: number(1),
          disposition: .useNewRequest,
          request: ReplacingRequest(content(path))
        )
      )
    }
    try answer("new")
    let start = try started()
    #expect(start.content.url == "https://example.org/new")
    #expect(
      start.content.destination?.file.path == "Library/Caches/io.torpor.transfers/1"
    )
    // It is answered: a second request does not take its place.
    #expect(throws: WireError.self) { try answer("other") }
    #expect(
      try daemon.journal.transfers([number(1)]).first??.content.url == "https://example.org/new"
    )
  }

  @Test("that are started suspended begin as what they have become, once")
  func suspended() throws {
    let app = try App("org.mail", in: daemon)
    try app.ask(open())
    var request = TransferRequest(direction: .download)
    request.isSuspended = true
    let old = NewTransfer(request: request, content: content("old"))
    let reply = try app.ask(TorporWire.App.StartTransfers(session: "s", transfers: [old]))
    #expect(reply.first == number(1))
    let page = try app.ask(TorporWire.App.ListTransfers(session: "s"))
    #expect(page.transfers.map(\.status.state) == [.suspended])
    #expect(daemon.services.lines.isEmpty)
    func resume(_ path: String) throws {
      var content = content(path)
      content.label = "Seven"
      let new = NewTransfer(request: TransferRequest(direction: .download), content: content)
      try app.ask(TorporWire.App.ResumeTransfer(transfer: number(1), request: new))
    }
    try resume("new")
    let start = try started()
    #expect(start.content.url == "https://example.org/new")
    #expect(start.content.destination?.file.path == "Library/Caches/io.torpor.transfers/1")
    // It has begun: what it is stays, also where the app says it again.
    #expect(throws: WireError.refused(.transfer(.nothingAsked(number(1))))) { try resume("other") }
    #expect(
      try daemon.journal.transfers([number(1)]).first??.content.url == "https://example.org/new"
    )
    try daemon.services.lines[0].finish([1])
    app.listen()
    #expect(
      app.events.map(\.detail?.taskDescription)
        == Array(repeating: "Seven", count: app.events.count)
    )
    #expect(!app.events.isEmpty)
  }

  @Test("keep their numbers and contents when the app repeats its call")
  func repeated() throws {
    let app = try downloading()
    let reply = try app.ask(start([content("other")], key: "k"))
    #expect(reply == .init(first: number(1), count: 1))
    #expect(
      try daemon.journal.transfers([number(1)]).first??.content.url == "https://example.org/file"
    )
  }
}
