import Testing
import TorporModel

@testable import TorporCore

@Suite("The names of jobs")
struct JobNameTests {
  @Test("are made from the command, with a number where they are taken")
  func made() {
    var device = TestDevice.inTheEvening()
    let jobs = (0..<3).map { _ in device.submit(.command()) }
    let names = jobs.map { device.status(of: $0)?.name }
    #expect(names == ["backup", "backup-2", "backup-3"])
    let other = device.submit(.command(), owner: 502)
    #expect(device.status(of: other)?.name == "backup")
  }

  @Test("that are taken are refused, replaced, kept or used once, as was asked")
  func conflicts() {
    var device = TestDevice.inTheEvening()
    var request = JobRequest.command(name: "backup")
    let first = device.submit(request)
    #expect(
      device.offer(request) == .refused(.jobNameTaken(name: "backup", job: first))
    )
    request.conflict = .keep
    #expect(device.offer(request) == .job(first, isNew: false))
    request.conflict = .once
    #expect(device.offer(request) == .job(first, isNew: false))
    request.conflict = .replace
    let second = device.submit(request)
    #expect(device.state(of: first) == .ending)
    #expect(device.state(of: second) == .running)
    device.exit(second)
    request.conflict = .once
    #expect(device.offer(request) == .job(second, isNew: false))
    request.conflict = .keep
    #expect(device.submit(request) != second)
    #expect(device.broken == [])
  }

  @Test(
    "are letters, digits and some signs, and no number",
    arguments: [
      ("backup", true), ("a.b_c-d", true), ("", false), ("12", false), ("1a", true), ("a b", false),
      ("ä", false), (String(repeating: "a", count: 64), true),
      (String(repeating: "a", count: 65), false),
    ]
  )
  func rules(name: String, isValid: Bool) {
    #expect(JobName.isValid(name) == isValid)
  }

  @Test(
    "made from any program are names",
    arguments: ["/usr/bin/make", "12", "ä ö", "", "/", String(repeating: "x", count: 200)]
  )
  func fromProgram(program: String) {
    #expect(JobName.isValid(JobName.make(fromProgram: program)))
  }

  @Test("of jobs' processes are taken by no app")
  func reserved() {
    var device = TestDevice.inTheEvening()
    let manifest = AppManifest(identifier: JobRecord.app(of: JobIdentifier(rawValue: 7)))
    let reply = device.user(.install(manifest: manifest, settings: AppSettings(), replaces: true))
    #expect(reply == .refused(.alreadyInstalled(manifest.identifier)))
  }
}
