import Testing
import TorporModel
import TorporPages
import TorporText
import TorporWire

@Suite("What the dashboard asks and shows")
struct PagesTests {
  static let device = DeviceStatus(
    at: Samples.now,
    wallMicroseconds: Samples.wallMicroseconds,
    profile: .linux,
    isLocked: false,
    hasPasscode: false,
    backgroundRefresh: .on,
    lowPowerMode: true,
    appCount: 1,
    runningCount: 1,
    suspendedCount: 0,
    sequence: 7
  )

  private func shown(_ question: PageQuestion, _ reply: some WireReply) throws -> JSON {
    let message = VarlinkReply(parameters: reply.parameters).bytes.dropLast()
    return try JSON(parsing: try question.answer(from: Array(message)))
  }

  @Test("asks for the apps in a way in which the daemon sends what changes")
  func apps() throws {
    let question = PageQuestion.apps
    #expect(
      String(decoding: question.message, as: UTF8.self)
        == #"{"method":"io.torpor.Control.Watch","parameters":{"follow":true},"more":true}"#
    )
    let app = Samples.app("mail", name: "Mail\u{1b}", .background, heldBy: [Samples.upload])
    let shown = try shown(question, Control.Watch.Reply(apps: [app], device: Self.device))
    let first = try #require(shown["apps"]?.elements?.first)
    #expect(first["name"]?.text == "Mail\\x1b")
    #expect(first["state"]?.text == "background")
    #expect(first["reasons"]?.elements?.first?["text"]?.text == "task 'upload'")
    let until = first["reasons"]?.elements?.first?["until"]?.integer(as: Int64.self)
    #expect(until == Samples.wallMicroseconds / 1000 + 25_000)
    #expect(shown["device"]?["lowPowerMode"]?.flag == true)
  }

  @Test("says what the daemon refuses, with a status for the browser")
  func refused() throws {
    let error = WireError.refused(.unknownApp(name: "nothing", similar: []))
    let message = Array(VarlinkReply(error).bytes.dropLast())
    let failure = #expect(throws: PageFailure.self) {
      try PageQuestion.why(app: "nothing").answer(from: message)
    }
    #expect(failure?.status == 404)
    #expect(failure?.sentence == error.sentence)
  }

  @Test("takes a change as the interface has it, and nothing else")
  func change() throws {
    let question = try PageQuestion.change(Array(#"{"app":"mail","location":"never"}"#.utf8))
    #expect(
      String(decoding: question.message, as: UTF8.self)
        == #"{"method":"io.torpor.Control.ChangeSetting","parameters":{"app":"mail","location":"never"}}"#
    )
    for wrong in [#"{"location":"never"}"#, #"{"colour":1}"#, "[]", "{", ""] {
      let failure = #expect(throws: PageFailure.self) {
        try PageQuestion.change(Array(wrong.utf8))
      }
      #expect(failure?.status == 400)
    }
  }

  private static let values = Control.GetSettings.Reply(
    backgroundRefresh: .wifi,
    lowPowerMode: true,
    pageOutAfter: .seconds(300),
    energyAllowanceJoules: 0,
    dataAllowanceBytes: 70_000_000,
    wifiOnly: false
  )

  @Test("offers the values of each setting")
  func settings() throws {
    let rows = try #require(try settings(Self.values)["settings"]?.elements)
    func offered(_ name: String) -> [JSON] {
      rows.first { $0["name"]?.text == name }?["choices"]?.elements ?? []
    }
    #expect(offered("backgroundRefresh").map { $0["value"]?.text } == ["on", "off", "wifi"])
    #expect(rows.first { $0["name"]?.text == "lowPowerMode" }?["form"]?.text == "flag")
    #expect(offered("pageOutAfter").first?["text"]?.text == "never")
    let lengths = offered("pageOutAfter").map { $0["value"]?.integer(as: Int64.self) }
    #expect(lengths.contains(300_000_000))
    #expect(
      offered("energyAllowance").map { $0["text"]?.text }
        == ["none", "100 J", "300 J", "1000 J", "3000 J"]
    )
    // The present value is among them.
    #expect(
      offered("dataAllowance").prefix(4).map { $0["text"]?.text }
        == ["none", "10 MB", "50 MB", "70 MB"]
    )
  }

  private func settings(
    _ reply: Control.GetSettings.Reply,
    of app: String? = nil,
    fixed: Control.GetRestrictions.Reply = .init(settings: [], mistakes: [])
  ) throws -> JSON {
    var question = SettingsQuestion(app: app)
    try question.take(Array(VarlinkReply(parameters: reply.parameters).bytes.dropLast()))
    let asked = question.message.map { String(decoding: $0, as: UTF8.self) }
    #expect(asked?.hasPrefix(#"{"method":"io.torpor.Control.GetRestrictions""#) == true)
    #expect(asked?.holds(#""app":"mail""#) == (app == "mail"))
    try question.take(Array(VarlinkReply(parameters: fixed.parameters).bytes.dropLast()))
    #expect(question.message == nil)
    return try JSON(parsing: question.content)
  }

  @Test("says which settings an administrator has fixed, by which file, and what is wrong with it")
  func fixedSettings() throws {
    let file = "/etc/torpor/restrictions.conf"
    let shown = try settings(
      Self.values,
      of: "mail",
      fixed: .init(
        settings: ["wifiOnly"],
        file: file,
        mistakes: ["\(file):1: no setting '\u{1b}'."]
      )
    )
    let rows = shown["settings"]?.elements ?? []
    let fixed = rows.filter { $0["isFixed"]?.flag == true }
    #expect(fixed.map { $0["name"]?.text } == ["wifiOnly"])
    #expect(rows.count > 1 && rows.allSatisfy { $0["isFixed"]?.flag != nil })
    #expect(shown["file"]?.text == file)
    #expect(
      shown["mistakes"]?.elements?.map { $0.text } == ["\(file):1: no setting '\\x1b'."]
    )
    let none = try settings(Self.values)
    #expect(none["settings"]?.elements?.first?["isFixed"]?.flag == false)
    #expect(none["file"] == nil && none["mistakes"]?.elements?.isEmpty == true)
  }

  @Test("reads a timeline page by page, and draws it")
  func timeline() throws {
    var question = TimelineQuestion(hours: 1)
    func take(_ reply: some WireReply) throws {
      try question.take(Array(VarlinkReply(parameters: reply.parameters).bytes.dropLast()))
    }
    let app = Samples.app("mail", .suspended)
    try take(Control.Watch.Reply(apps: [app], device: Self.device))
    #expect(question.message.map { String(decoding: $0, as: UTF8.self) }?.holds("before") == false)
    let row = LoggedDecision(
      sequence: 9,
      wallMicroseconds: Samples.wallMicroseconds,
      decision: Decision(at: Samples.now, app: app.app, action: .freeze, because: [])
    )
    try take(Control.Log.Reply(decisions: [row], earlier: 9))
    #expect(
      question.message.map { String(decoding: $0, as: UTF8.self) }?.holds(#""before":"9""#) == true
    )
    try take(Control.Log.Reply(decisions: []))
    #expect(question.message == nil)
    #expect(String(decoding: question.content, as: UTF8.self).holds("class=\"bar suspended\""))
  }
}
