import Testing
import TorporModel
import TorporWire

@testable import torpor

@Suite("A file of torpor export")
struct ExportDocumentTests {
  static let reader = ExportDocument.Item(
    kind: .app,
    name: "org.example.reader",
    user: "ann",
    calls: [
      .install(
        Control.Install(
          manifest: AppManifest(identifier: AppIdentifier("org.example.reader")!, name: "Reader"),
          executable: "/opt/reader",
          arguments: ["reader"],
          workingDirectory: "/"
        )
      ),
      .changeSetting(Control.ChangeSetting(app: "org.example.reader", backgroundRefresh: .off)),
      .addUsage(Control.AddUsage(app: "org.example.reader", openedWallMicroseconds: [1, 2])),
    ]
  )

  static let nightly = ExportDocument.Item(
    kind: .job,
    name: "nightly",
    user: "bob",
    calls: [
      .submitJob(
        Control.SubmitJob(
          name: "nightly",
          command: "make",
          executable: "/usr/bin/make",
          arguments: ["make"],
          environment: ["A=b"],
          workingDirectory: "/src"
        )
      )
    ]
  )

  @Test("comes back as it was written")
  func roundTrip() throws {
    let document = ExportDocument(items: [Self.reader, Self.nightly])
    #expect(try ExportDocument(Array(document.text.utf8), path: "x.json") == document)
    let empty = ExportDocument()
    #expect(try ExportDocument(Array(empty.text.utf8), path: "x.json") == empty)
  }

  @Test(
    "that cannot be read is refused as a whole, with what to do",
    arguments: [
      ("{}", "x.json is not an export of Torpor. `torpor export` makes one."),
      (
        #"{"torporExport":2,"items":[]}"#,
        "x.json was written by a newer Torpor (format 2; this one reads 1). Nothing was imported. "
          + "Install that version here first."
      ),
      (
        #"{"torporExport":1,"items":[{"kind":"app","name":"a","calls":[]},{"kind":"ap\n"}]}"#,
        #"Item 2 of x.json cannot be read: its kind 'ap\n' is not known. Nothing was imported. "#
          + "Remove the item from the file, or export again."
      ),
      (
        #"{"torporExport":1,"items":[{"kind":"app"}]}"#,
        "Item 1 of x.json cannot be read: 'name' is missing, or not of its type. Nothing was imported. "
          + "Remove the item from the file, or export again."
      ),
    ]
  )
  func refused(text: String, sentence: String) {
    let failure = #expect(throws: CommandFailure.self) {
      try ExportDocument(Array(text.utf8), path: "x.json")
    }
    #expect(failure?.sentence == sentence)
  }

  @Test("makes no call but those that an export has, whatever it says")
  func strangeCalls() {
    let text = #"""
      {"torporExport":1,"items":[{"kind":"app","name":"a","calls":[
      {"method":"Uninstall","parameters":{"app":"a"}}]}]}
      """#
    let failure = #expect(throws: CommandFailure.self) {
      try ExportDocument(Array(text.utf8), path: "x.json")
    }
    #expect(failure?.sentence.hasPrefix("Item 1 of x.json cannot be read: ") == true)
    #expect(failure?.sentence.contains("'Uninstall'") == true)
  }
}

@Suite("An import")
struct ImportPlanTests {
  private func plan(
    user: String = "ann",
    isRoot: Bool = false,
    replaces: Bool = false,
    missing: Set<String> = []
  ) -> ImportPlan {
    ImportPlan(
      user: user,
      isRoot: isRoot,
      replaces: replaces,
      exists: { !missing.contains($0) },
      hasUser: { $0 != "bob" }
    )
  }

  private let reader = ExportDocumentTests.reader
  private let nightly = ExportDocumentTests.nightly

  @Test("says what is missing on this machine, and what to do")
  func missing() {
    let document = ExportDocument(items: [reader])
    #expect(plan().obstacle(to: reader, in: document) == nil)
    #expect(
      plan(missing: ["/opt/reader"]).obstacle(to: reader, in: document)
        == "its program /opt/reader is not on this machine. Install it, then import again."
    )
    #expect(
      plan(user: "bob", missing: ["/src"]).obstacle(to: nightly, in: document)
        == "its working directory /src is not on this machine. Create it, then import again."
    )
  }

  @Test("as root gives each thing to the user of the same name, and to nobody else")
  func users() {
    let document = ExportDocument(items: [reader, nightly])
    let root = plan(user: "root", isRoot: true)
    #expect(root.obstacle(to: reader, in: document) == nil)
    #expect(
      root.obstacle(to: nightly, in: document)
        == "there is no user 'bob' on this machine. Create the account, then import again."
    )
  }

  @Test("of several users' things takes one's own; those of one user come under any name")
  func owners() {
    let both = ExportDocument(items: [reader, nightly])
    #expect(plan().obstacle(to: reader, in: both) == nil)
    #expect(
      plan().obstacle(to: nightly, in: both)
        == "it belongs to 'bob', and the file holds items of several users. Import it as root, or as "
        + "that user."
    )
    #expect(plan(user: "robert").obstacle(to: nightly, in: ExportDocument(items: [nightly])) == nil)
  }

  @Test("names its own option where a job of the same name is in the way")
  func takenName() {
    let refusal = WireError.refused(.jobNameTaken(name: "nightly", job: JobIdentifier(rawValue: 3)))
    #expect(
      ImportPlan.sentence(of: refusal)
        == "Job 3 already has that name and is unchanged. `torpor import --replace` replaces it."
    )
    let app = AppIdentifier("com.example.mail")!
    #expect(
      ImportPlan.sentence(of: .refused(.alreadyInstalled(app)))
        == "The app is already installed and is unchanged. `torpor import --replace` replaces it."
    )
    #expect(ImportPlan.sentence(of: .permissionDenied) == WireError.permissionDenied.sentence)
  }

  @Test("that replaces makes way for the app, the job, and what is known of the app's use")
  func replaces() throws {
    #expect(plan().calls(for: reader) == reader.calls)
    let calls = plan(replaces: true).calls(for: reader)
    #expect(
      calls.map(\.call.name) == ["Install", "ChangeSetting", "ForgetUsage", "AddUsage"]
    )
    guard case .install(let request) = calls[0],
      case .submitJob(let job) = plan(replaces: true).calls(for: nightly)[0]
    else {
      Issue.record("no such calls")
      return
    }
    #expect(request.replaces)
    #expect(job.conflict == .replace)
  }

  @Test("reports what came")
  func report() {
    #expect(plan().success(of: reader) == "imported, with its settings and 2 openings")
    #expect(plan().success(of: nightly) == "imported")
    #expect(reader.title == "app org.example.reader")
    #expect(
      ExportDocument(items: [reader, nightly]).counts == "1 app and 1 job"
    )
  }
}
