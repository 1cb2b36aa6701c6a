import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("An export")
struct ExportSessionTests {
  private let reader = Control.Install(
    manifest: AppManifest(
      // swift-format-ignore: NeverForceUnwrap
      identifier: AppIdentifier("org.example.reader")!,
      name: "Reader",
      backgroundModes: [.fetch],
      permittedTaskIdentifiers: ["org.example.reader.refresh"]
    ),
    executable: "/opt/reader",
    arguments: ["reader", "--quiet"],
    environment: ["TOKEN=secret"],
    workingDirectory: "/"
  )

  private func job(
    _ name: String,
    after: [String] = [],
    afterAny: [String] = []
  ) -> JobSubmission {
    JobSubmission(
      request: JobRequest(
        name: name,
        command: "make",
        needs: JobNeeds(externalPower: true, network: .unmetered),
        retries: RetryPolicy(countMax: 2, backoff: .minutes(1))
      ),
      after: after,
      afterAny: afterAny,
      executable: "/usr/bin/make",
      arguments: ["make"],
      environment: ["PATH=/bin"],
      workingDirectory: "/src"
    )
  }

  private func exported(
    _ call: Control.Export,
    from daemon: TestDaemon,
    user: UInt32 = 501
  ) throws -> Control.Export.Reply {
    try daemon.control(call, user: user)
  }

  @Test("of an app, played to another daemon, gives the same export there")
  func roundTripOfApps() throws {
    let source = try TestDaemon()
    _ = try source.control(reader, user: 501)
    _ = try source.control(
      Control.ChangeSetting(app: "Reader", backgroundRefresh: .wifi, allowsMicrophone: false),
      user: 501
    )
    source.pass(.hours(40))
    let hour: Int64 = 3_600_000_000
    let now = source.driver.wallNanoseconds() / 1000
    let opens = [now - 30 * hour, now - 5 * hour, now - hour]
    _ = try source.control(
      Control.AddUsage(app: "Reader", openedWallMicroseconds: opens),
      user: 501
    )
    let first = try exported(Control.Export(app: "Reader"), from: source)
    #expect(first.ownerUserID == 501)
    #expect(first.calls.map(\.call.name) == ["Install", "ChangeSetting", "AddUsage"])
    let target = try TestDaemon()
    target.pass(.hours(40))
    for call in first.calls { try target.control(call, user: 502) }
    let second = try exported(Control.Export(app: "Reader"), from: target, user: 502)
    #expect(second.calls == first.calls)
    #expect(second.ownerUserID == 502)
  }

  @Test("of jobs, played to another daemon, gives the same export there")
  func roundTripOfJobs() throws {
    let source = try TestDaemon()
    _ = try source.control(Control.SubmitJob(job("first")), user: 501)
    _ = try source.control(Control.SubmitJob(job("second", after: ["1"])), user: 501)
    _ = try source.control(
      Control.SubmitJob(job("third", after: ["2"], afterAny: ["1"])),
      user: 501
    )
    let names = ["first", "second", "third"]
    let calls = try names.flatMap { try exported(Control.Export(job: $0), from: source).calls }
    #expect(
      calls == [
        .submitJob(Control.SubmitJob(job("first"))),
        .submitJob(Control.SubmitJob(job("second", after: ["first"]))),
        .submitJob(Control.SubmitJob(job("third", after: ["second"], afterAny: ["first"]))),
      ]
    )
    let target = try TestDaemon()
    for call in calls { _ = try target.control(call, user: 501) }
    #expect(
      try names.flatMap { try exported(Control.Export(job: $0), from: target).calls } == calls
    )
  }

  @Test("of the device has every setting that can be changed")
  func deviceSettings() throws {
    let daemon = try TestDaemon()
    let calls = try exported(Control.Export(), from: daemon, user: 0).calls
    let settings = try daemon.control(Control.GetSettings(), user: 0)
    #expect(calls.count == 1)
    #expect(names(calls.first?.call.parameters) == names(settings.parameters))
    #expect(!names(settings.parameters).isEmpty)
  }

  private func names(_ parameters: JSON?) -> Set<String> {
    guard case .object(let members)? = parameters else { return [] }
    return Set(members.map(\.key))
  }

  @Test("of a job that has finished, or of a plain command, is empty")
  func nothing() throws {
    let daemon = try TestDaemon()
    _ = try daemon.control(Control.SubmitJob(job("first")), user: 501)
    _ = try daemon.control(Control.CancelJob(job: "first"), user: 501)
    #expect(try exported(Control.Export(job: "first"), from: daemon).calls == [])
    _ = try daemon.run("shell", user: 501)
    #expect(try exported(Control.Export(app: "shell"), from: daemon).calls == [])
  }

  @Test("is for the owner and for root; the device's settings are for whoever may change them")
  func permissions() throws {
    let daemon = try TestDaemon()
    _ = try daemon.control(reader, user: 501)
    _ = try daemon.control(Control.SubmitJob(job("first")), user: 501)
    #expect(try exported(Control.Export(app: "Reader"), from: daemon, user: 0).ownerUserID == 501)
    #expect(try exported(Control.Export(job: "first"), from: daemon, user: 0).ownerUserID == 501)
    for call in [Control.Export(app: "Reader"), Control.Export(job: "first"), Control.Export()] {
      #expect(throws: WireError.self) { try daemon.control(call, user: 502) }
    }
    #expect(throws: WireError.self) {
      try daemon.control(
        Control.AddUsage(app: "Reader", openedWallMicroseconds: []),
        user: 502
      )
    }
    let settings = try exported(Control.Export(), from: daemon, user: 0).calls
    #expect(settings.map(\.call.name) == ["ChangeSetting"])
    try daemon.control(settings[0], user: 0)
  }
}
