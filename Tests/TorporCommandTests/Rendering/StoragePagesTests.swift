import Testing
import TorporModel
import TorporText
import TorporWire

@testable import TorporPages

@Suite("The storage page of the dashboard")
struct StoragePagesTests {
  private let clock = WallClock.epoch

  private func app(
    _ word: String,
    name: String? = nil,
    _ state: ApplicationState = .notRunning,
    data: Int64 = 0,
    caches: Int64 = 0,
    isMeasured: Bool = true
  ) -> AppStorage {
    var row = AppStorage(
      app: AppIdentifier("com.example.\(word)")!,
      name: name ?? word,
      state: state,
      isPurging: false
    )
    guard isMeasured else { return row }
    (row.dataBytes, row.cacheBytes, row.fileCount) = (data, caches, 3)
    row.measured = .at(.hours(29))
    return row
  }

  private func reply(
    _ apps: [AppStorage],
    isShort: Bool = false,
    progress: StorageProgress? = nil
  ) -> Control.GetStorage.Reply {
    Control.GetStorage.Reply(
      freeBytes: 25_000_000_000,
      totalBytes: 100_000_000_000,
      isShort: isShort,
      apps: apps,
      progress: progress
    )
  }

  private func page(_ apps: [AppStorage], progress: StorageProgress? = nil) -> String {
    StorageHTML(reply(apps, progress: progress), clock).page
  }

  private func message(_ reply: some WireReply) -> [UInt8] {
    Array(VarlinkReply(parameters: reply.parameters).bytes.dropLast())
  }

  private func text(_ question: StorageQuestion) -> String? {
    question.message.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let all = #"{"method":"io.torpor.Control.GetStorage","parameters":{}}"#
  private static let measuring =
    #"{"method":"io.torpor.Control.GetStorage","parameters":{"measures":true}}"#
  private static let clockQuestion = #"{"method":"io.torpor.Control.Status","parameters":{}}"#

  // MARK: Questions

  @Test("measures nothing unless it is told to: then all apps, or those that were not measured")
  func questions() throws {
    let (known, unknown) = (app("mail"), app("maps", isMeasured: false))
    #expect(text(StorageQuestion(.all)) == Self.measuring)
    for (measuring, apps) in [
      (StorageQuestion.Measuring.none, [known, unknown]), (.missing, [known]), (.missing, []),
    ] {
      var question = StorageQuestion(measuring)
      #expect(text(question) == Self.all)
      try question.take(message(reply(apps)))
      #expect(text(question) == Self.clockQuestion)
    }
    var none = StorageQuestion(.missing)
    try none.take(message(reply([unknown, unknown])))
    #expect(text(none) == Self.measuring)
    var some = StorageQuestion(.missing)
    try some.take(message(reply([known, unknown])))
    #expect(
      text(some)
        == #"{"method":"io.torpor.Control.GetStorage","parameters":{"app":"=com.example.maps","measures":true}}"#
    )
    // It may have been uninstalled meanwhile.
    let gone = WireError.refused(.unknownApp(name: "com.example.maps", similar: []))
    try some.take(Array(VarlinkReply(gone).bytes.dropLast()))
    #expect(text(some) == Self.all)
    try some.take(message(reply([known])))
    #expect(text(some) == Self.clockQuestion)
    try some.take(message(Control.Status.Reply(device: PagesTests.device)))
    #expect(text(some) == nil)
    #expect(String(decoding: some.content, as: UTF8.self).contains("data-row=\"com.example.mail\""))
  }

  @Test("says what the daemon refuses")
  func refused() {
    var question = StorageQuestion(.none)
    let failure = #expect(throws: PageFailure.self) {
      try question.take(Array(VarlinkReply(WireError.permissionDenied).bytes.dropLast()))
    }
    #expect(failure?.status == 403)
  }

  @Test("has caches removed as the interface has it, and takes nothing else")
  func purge() throws {
    let question = try PageQuestion.purge(Array(#"{"app":"mail"}"#.utf8))
    #expect(
      String(decoding: question.message, as: UTF8.self)
        == #"{"method":"io.torpor.Control.PurgeCaches","parameters":{"app":"=mail"}}"#
    )
    for wrong in [#"{"apps":["mail"]}"#, #"{"app":1}"#, "{}", "[]", "{", ""] {
      let failure = #expect(throws: PageFailure.self) {
        try PageQuestion.purge(Array(wrong.utf8))
      }
      #expect(failure?.status == 400, "\(wrong)")
    }
  }

  // MARK: What is shown

  @Test("has the disk, the largest app first, each part, and when they were measured")
  func figures() {
    let page = page([
      app("mail", data: 3_000_000, caches: 1_000_000),
      app("maps", name: "Maps", data: 12_000_000),
    ])
    for part in [
      "<strong>25 GB</strong> free of 100 GB on the disk of the apps",
      "As of <time>06:00:00</time>",
      "aria-label=\"75 GB of 100 GB are used\"", "class=\"used\" width=\"75.00%\"",
      "All apps together: 16 MB", "</svg>data 15 MB</span>", "</svg>caches 1.0 MB</span>",
      "Measured at 05:00:00.", "data-label=\"data\">12 MB<", "data-label=\"caches\">1.0 MB<",
      "data-label=\"last use\">never<", "class=\"data\" x=\"0.00%\" width=\"100.00%\"",
    ] { #expect(page.contains(part), "\(part)") }
    #expect(!page.contains("data-busy"))
    let rows = page.ranges(of: "data-row=").count
    #expect(rows == 2)
    if let maps = page.firstRange(of: "data-row=\"com.example.maps\""),
      let mail = page.firstRange(of: "data-row=\"com.example.mail\"")
    {
      #expect(maps.lowerBound < mail.lowerBound)
    }
  }

  @Test("says which apps are not measured, and from when the figures are where they differ")
  func unmeasured() {
    var late = app("maps", data: 1)
    late.measured = .at(.hours(29) + .minutes(5))
    let some = page([app("mail", data: 1), late, app("notes", isMeasured: false)])
    #expect(some.contains("Measured from 05:00:00 to 05:05:00. 1 app is not measured."))
    #expect(some.contains("<td class=\"part\">not measured</td>"))
    let none = page([app("mail", isMeasured: false)])
    #expect(none.contains("The apps are not measured yet."))
    #expect(none.contains("<h2>All apps together</h2>"))
  }

  @Test("says of an offloaded app since when its program is in an archive")
  func offloaded() {
    var mail = app("mail", data: 1)
    mail.offloadedSince = .at(.hours(29))
    #expect(
      page([mail]).contains(
        "<p class=\"quiet note\">05:00:00: offloaded; its program is in an archive, and opening it restores it.</p>"
      )
    )
    #expect(!page([app("mail", data: 1)]).contains("offloaded"))
  }

  @Test("says how far a measurement or a removal is, which the page then looks at again")
  func underWay() {
    let measuring = page([app("mail")], progress: StorageProgress(appsLeft: 1, fileCount: 70))
    #expect(measuring.contains("data-busy=\"Measuring\""))
    #expect(measuring.contains("Measuring: 0 of 1 apps, 70 files of the next …"))
    #expect(measuring.contains("<progress max=\"1\" value=\"0\" aria-label=\"Measuring\">"))
    var one = app("mail", caches: 5_000_000)
    one.isPurging = true
    let removing = page([one, app("maps", caches: 5_000_000)])
    #expect(removing.contains("data-busy=\"Removing caches\""))
    #expect(removing.contains("<progress data-left=\"1\" aria-label=\"Removing caches\">"))
    #expect(removing.contains("<span class=\"quiet\">Removing …</span>"))
    #expect(!removing.contains("data-key=\"row com.example.mail\""))
    var other = one
    other.app = AppIdentifier("com.example.maps")!
    #expect(page([one, other]).contains("data-busy=\"Removing the caches of several apps\""))
  }

  @Test("has a button for the caches of each app that does not run, and one for all of them")
  func buttons() {
    let page = page([
      app("mail", name: "Mail", .suspended, caches: 5_000_000), app("maps", caches: 7_000_000),
      app("front", .active, caches: 9_000_000), app("sync", .background, caches: 9_000_000),
      app("notes", data: 5),
    ])
    #expect(
      page.contains(
        "<button type=\"button\" class=\"do\" data-key=\"row com.example.mail\" "
          + "data-purge=\"[&quot;com.example.mail&quot;]\" data-whose=\"Mail\" data-size=\"5.0 MB\">"
          + "Remove caches<span class=\"hidden\"> of Mail</span></button>"
      )
    )
    #expect(
      page.contains(
        "data-purge=\"[&quot;com.example.maps&quot;,&quot;com.example.mail&quot;]\" data-whose=\"2 apps\" "
          + "data-size=\"12 MB\">Remove the caches of 2 apps (12 MB)</button>"
      )
    )
    #expect(page.ranges(of: "data-key=\"row ").count == 2)
    #expect(page.ranges(of: "<span class=\"quiet\">It runs, or is exempt</span>").count == 2)
    #expect(!self.page([app("mail", caches: 1)]).contains("data-key=\"all\""))
  }

  @Test("recommends with a figure and what the command does, and has a button only for caches")
  func advice() {
    var film = app("film", data: 900_000_000)
    film.lastOnScreen = .at(.hours(30) - .days(31))
    let page = page([film, app("maps", name: "Maps", caches: 60_000_000)])
    for part in [
      "<p>60 MB are caches of com.example.maps.</p>", "data-key=\"tip com.example.maps\"",
      ">Remove the caches of Maps</button> <span><code>torpor purge com.example.maps</code> removes them.</span>",
      "<p>com.example.film was not used for 31d and takes 900 MB.</p>",
      "<p class=\"remedy\"><span><code>torpor uninstall com.example.film</code> removes it with its data.</span></p>",
    ] { #expect(page.contains(part), "\(part)") }
    #expect(!self.page([app("maps", .background, caches: 60_000_000)]).contains("Recommendations"))
  }

  @Test("says beside an app what was removed of its caches, when, and why something is left")
  func outcome() {
    var row = app("mail")
    row.purge = CachePurgeStatus(
      at: .at(.hours(28)),
      freedBytes: 5_000_000,
      isByUser: true,
      isStopped: false
    )
    #expect(
      page([row]).contains(
        "<p class=\"quiet note\">04:00:00: 5.0 MB of caches were removed, because you asked for it.</p>"
      )
    )
    row.purge?.isStopped = true
    #expect(
      page([row]).contains(
        "<p class=\"bad note\">04:00:00: 5.0 MB of caches were removed, because you asked for it; some of them are left: "
          + "the app began to run.</p>"
      )
    )
  }

  @Test("says what a short disk means, what is not counted, and how an app comes")
  func trouble() {
    var row = app("mail")
    row.cause = "cannot look at <x>: Permission denied (EACCES)"
    let html = StorageHTML(reply([row], isShort: true), clock).page
    #expect(html.contains("<p class=\"bad\">\(StorageWords.short)</p>"))
    #expect(
      html.contains(
        "<p class=\"bad\">Not all of com.example.mail is counted: cannot look at &lt;x&gt;: Permission denied (EACCES).</p>"
      )
    )
    #expect(page([]).contains("No app is installed. <code>torpor install BUNDLE.app</code>"))
    var unknown = reply([])
    (unknown.freeBytes, unknown.totalBytes) = (nil, nil)
    #expect(!StorageHTML(unknown, clock).page.contains("<section"))
    unknown.apps = [app("mail")]
    #expect(
      StorageHTML(unknown, clock).page.contains("Free disk space cannot be measured.")
    )
  }

  @Test("has the first 40 apps, and the others behind a button")
  func manyApps() {
    let page = page((0..<43).map { app("a\($0)", data: 1000) })
    #expect(page.ranges(of: "<tr data-row").count == 43)
    #expect(page.contains("<tbody id=\"more-apps\" hidden>"))
    #expect(page.contains(">Show 3 apps that take less</button>"))
  }

  @Test("shows names as text, whatever they have in them, and has nothing inline")
  func names() {
    var row = app("mail", name: "<b>Bold</b>\u{1b}\"'", caches: 60_000_000)
    row.purge = CachePurgeStatus(
      at: .zero,
      freedBytes: 0,
      isByUser: true,
      isStopped: false,
      cause: "<i>\u{1b}"
    )
    let page = page([row, app("maps", caches: 1)])
    #expect(page.ranges(of: "&lt;b&gt;Bold&lt;/b&gt;\\x1b&quot;&#39;").count >= 5)
    for stray in ["<b>", "<i>", "\u{1b}", " style=", "<script", " onclick="] {
      #expect(!page.contains(stray), "\(stray)")
    }
  }
}
