import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon
@testable import TorporSimulator

@Suite("A broadcast channel that an app wants")
struct BroadcastSessionTests {
  private static let app = AppIdentifier("com.example.scores")!
  private static let channel = "AAAAAAAAAAAAAAAAAAAAAA=="
  private let attach = Control.AttachPushLink(
    gateway: "wss://gateway.example:8443",
    knowsBroadcasts: true
  )
  private let subscribe = App.SubscribeToBroadcasts(channel: channel).varlinkCall
  private let unsubscribe = App.UnsubscribeFromBroadcasts(channel: channel).varlinkCall

  private static func change(_ isSubscribed: Bool) -> BroadcastChange {
    BroadcastChange(topic: app.text, channel: channel, isSubscribed: isSubscribed)
  }

  private static func answer(
    _ isSubscribed: Bool,
    cause: String? = nil
  ) -> Control.AnswerBroadcastChange {
    Control.AnswerBroadcastChange(
      topic: app.text,
      channel: channel,
      isSubscribed: isSubscribed,
      cause: cause
    )
  }

  /// A daemon with the app, and the connection of its process.
  private func running() throws -> (TestDaemon, ConnectionIdentifier) {
    let daemon = try TestDaemon()
    let manifest = AppManifest(
      identifier: Self.app,
      name: "Scores",
      backgroundModes: [.remoteNotification]
    )
    _ = try daemon.control(
      Control.Install(
        manifest: manifest,
        executable: "/bin/scores",
        arguments: ["scores"],
        workingDirectory: "/"
      ),
      user: 501
    )
    let launch = try daemon.control(Control.Launch(app: Self.app.text), user: 501).launch
    try daemon.call(App.Attach().varlinkCall, on: daemon.connect(user: 501, as: launch))
    return (daemon, daemon.connect(user: 501, as: launch))
  }

  private func news(_ daemon: TestDaemon, _ link: ConnectionIdentifier) throws
    -> [Control.AttachPushLink.Reply]
  {
    try daemon.wire.takeReplies(on: link).map { try attach.reply(from: $0) }
  }

  private func failures(_ replies: [VarlinkReply]) -> [WireError] {
    replies.compactMap { reply in
      do throws(WireError) {
        _ = try reply.result()
        return nil
      } catch {
        return error
      }
    }
  }

  @Test("is told to the link, which answers for it; the app is registered for pushes, too")
  func answered() throws {
    let (daemon, app) = try running()
    let link = daemon.connect()
    try daemon.call(attach.varlinkCall, on: link)
    #expect(try daemon.call(subscribe, on: app) == [])
    let told = try #require(try news(daemon, link).last)
    #expect(told.broadcasts == [Self.change(true)])
    #expect(told.topics.map(\.topic) == [Self.app.text])
    // An answer to something else is none; of that no app was told that it failed.
    #expect(try !daemon.control(Self.answer(false)).isLate)
    #expect(try daemon.wire.takeReplies(on: app) == [])
    #expect(try !daemon.control(Self.answer(true)).isLate)
    let replies = try daemon.wire.takeReplies(on: app)
    #expect((replies.count, failures(replies)) == (1, []))
    #expect(try news(daemon, link).last?.broadcasts == [])
    // A link that starts anew answers once more: what the app was told holds.
    #expect(try !daemon.control(Self.answer(true)).isLate)
  }

  @Test("that the gateway does not have is refused with the link's words")
  func refused() throws {
    let (daemon, app) = try running()
    try daemon.call(attach.varlinkCall, on: daemon.connect())
    #expect(try daemon.call(subscribe, on: app) == [])
    try daemon.control(Self.answer(true, cause: "there is no such channel"))
    let error = WireError.broadcastsFailed(
      channel: Self.channel,
      cause: "there is no such channel"
    )
    #expect(failures(try daemon.wire.takeReplies(on: app)) == [error])
  }

  @Test("without a link is refused, and so is one whose link ends before it answers")
  func withoutLink() throws {
    let (daemon, app) = try running()
    let error = WireError.broadcastsFailed(
      channel: Self.channel,
      cause: "no torpor-pushd runs that would connect to a gateway; start one and try again"
    )
    #expect(failures(try daemon.call(subscribe, on: app)) == [error])
    let link = daemon.connect()
    try daemon.call(attach.varlinkCall, on: link)
    #expect(try daemon.call(unsubscribe, on: app) == [])
    daemon.driver.post(.closed(link))
    daemon.driver.turn()
    #expect(failures(try daemon.wire.takeReplies(on: app)) == [error])
    // Nothing is left over for the next.
    let next = try daemon.call(attach.varlinkCall, on: daemon.connect())
    #expect(try attach.reply(from: next[0]).broadcasts == [])
  }

  @Test("that failed since its link has ended is reverted by the next, until the app asks again")
  func killedLink() throws {
    let (daemon, app) = try running()
    let link = daemon.connect()
    try daemon.call(attach.varlinkCall, on: link)
    #expect(try daemon.call(subscribe, on: app) == [])
    daemon.driver.post(.closed(link))
    daemon.driver.turn()
    #expect(failures(try daemon.wire.takeReplies(on: app)).count == 1)
    try daemon.call(attach.varlinkCall, on: daemon.connect())
    // Also one that is killed again, and asks again.
    for _ in 0..<2 { #expect(try daemon.control(Self.answer(true)).isLate) }
    #expect(try daemon.call(subscribe, on: app) == [])
    for _ in 0..<2 { #expect(try !daemon.control(Self.answer(true)).isLate) }
    #expect(failures(try daemon.wire.takeReplies(on: app)) == [])
  }

  @Test("of which no link was told is nothing that a link may have done")
  func untold() throws {
    let (daemon, app) = try running()
    #expect(failures(try daemon.call(subscribe, on: app)).count == 1)
    let earlier = Control.AttachPushLink(gateway: attach.gateway)
    try daemon.call(earlier.varlinkCall, on: daemon.connect())
    #expect(failures(try daemon.call(subscribe, on: app)).count == 1)
    try daemon.call(attach.varlinkCall, on: daemon.connect())
    #expect(try !daemon.control(Self.answer(true)).isLate)
  }

  @Test("with a link of before broadcast channels is refused at once, with what to do")
  func earlierLink() throws {
    let (daemon, app) = try running()
    let earlier = Control.AttachPushLink(gateway: attach.gateway)
    let link = daemon.connect()
    try daemon.call(earlier.varlinkCall, on: link)
    let error = WireError.broadcastsFailed(
      channel: Self.channel,
      cause: "the torpor-pushd that runs is older than broadcast channels; restart "
        + "torpor-pushd, so that both are of one version, and try again"
    )
    #expect(failures(try daemon.call(subscribe, on: app)) == [error])
    // Nothing is left for the link, and nothing for one that knows them.
    #expect(try news(daemon, link).last?.broadcasts == [])
    let next = try daemon.call(attach.varlinkCall, on: daemon.connect())
    #expect(try attach.reply(from: next[0]).broadcasts == [])
    #expect(try daemon.call(subscribe, on: app) == [])
  }

  @Test("is refused after 10 s where the link does not answer, so that the call always returns")
  func silentLink() throws {
    let (daemon, app) = try running()
    let link = daemon.connect()
    try daemon.call(attach.varlinkCall, on: link)
    #expect(try daemon.call(subscribe, on: app) == [])
    daemon.pass(.milliseconds(9999))
    #expect(try daemon.wire.takeReplies(on: app) == [])
    daemon.pass(.milliseconds(1))
    let error = WireError.broadcastsFailed(
      channel: Self.channel,
      cause: "torpor-pushd has not answered for 10 s; restart torpor-pushd and try again"
    )
    #expect(failures(try daemon.wire.takeReplies(on: app)) == [error])
    #expect(try news(daemon, link).last?.broadcasts == [])
    // What comes later is nobody's, and the link learns that.
    #expect(try daemon.control(Self.answer(true)).isLate)
    #expect(try daemon.wire.takeReplies(on: app) == [])
  }

  @Test("waits for the link anew after the machine has slept, in which that could not answer")
  func slept() throws {
    let (daemon, app) = try running()
    try daemon.call(attach.varlinkCall, on: daemon.connect())
    #expect(try daemon.call(subscribe, on: app) == [])
    #expect(daemon.clock.sleep(for: .seconds(60)) {})
    daemon.pass(.seconds(69))
    #expect(try daemon.wire.takeReplies(on: app) == [])
    daemon.pass(.seconds(1))
    #expect(failures(try daemon.wire.takeReplies(on: app)).count == 1)
  }

  @Test("is as the app has said last; who was overtaken is answered, and who has left is not")
  func overtaken() throws {
    let (daemon, app) = try running()
    let link = daemon.connect()
    try daemon.call(attach.varlinkCall, on: link)
    let launch = try #require(daemon.driver.device.apps[Self.app]?.process.launch)
    let other = daemon.connect(user: 501, as: launch)
    #expect(try daemon.call(subscribe, on: app) == [])
    #expect(try daemon.call(unsubscribe, on: other) == [])
    #expect(try daemon.wire.takeReplies(on: app).count == 1)
    #expect(try news(daemon, link).last?.broadcasts == [Self.change(false)])
    daemon.driver.post(.closed(other))
    daemon.driver.turn()
    // It was refused to nobody.
    #expect(try !daemon.control(Self.answer(false)).isLate)
    #expect(try news(daemon, link).last?.broadcasts == [])
  }

  @Test("brings pushes of up to 5120 bytes, each once")
  func pushes() throws {
    let (daemon, app) = try running()
    try daemon.call(App.RegisterForPush(kind: .remote).varlinkCall, on: app)
    let head = #"{"aps":{"alert":""#
    let text = head + String(repeating: "x", count: 5120 - head.count - 3) + #""}}"#
    func push(_ channel: String?, _ payload: String) -> Control.DeliverPush {
      Control.DeliverPush(
        identifier: "a",
        topic: Self.app.text,
        payload: payload,
        channel: channel
      )
    }
    #expect(try daemon.control(push(nil, text)).outcome == .refused)
    let tooLong = try daemon.control(push(Self.channel, text + " "))
    #expect(tooLong.cause == PushPayloadMistake.tooLong(bytes: 5121, bytesMax: 5120).sentence)
    #expect(try daemon.control(push(Self.channel, text)).outcome == .accepted)
    #expect(try daemon.control(push(Self.channel, text)).outcome == .repeated)
    let pushes = try daemon.control(Control.ListPushes(app: Self.app.text)).pushes
    #expect(pushes.map(\.apnsIdentifier) == ["a"])
    #expect(pushes.map(\.channel) == [Self.channel])
  }
}
