import Testing
import TorporModel

@testable import TorporCore

@Suite("What a device wants to know of the machine")
struct WantsTests {
  @Test("is nothing while nothing waits, whatever is installed and frozen")
  func nothing() {
    let device = deviceWithApp()
    #expect(wants(device) == [])
  }

  @Test("is not whether it is used, for a refresh that waits")
  func refresh() {
    var device = deviceWithApp()
    submit(.appRefresh, to: &device)
    #expect(wants(device) == ["work"])
  }

  @Test("is whether it is used, for processing, and until that is cancelled")
  func processing() {
    var device = deviceWithApp()
    submit(.processing(.init()), to: &device)
    #expect(wants(device) == ["work", "idleness"])
    device.open("notes")
    device.ask("notes", .cancelTaskRequest(identifier: nil))
    device.home()
    #expect(wants(device) == [])
  }

  @Test("is room and heat once they stand in the way, and no longer")
  func blocked() {
    var device = deviceWithApp()
    submit(.appRefresh, to: &device)
    device.tell(.storage(freeBytes: 1_000_000))
    #expect(wants(device) == ["work", "storage"])
    device.tell(.thermal(.serious))
    #expect(wants(device) == ["work", "storage", "thermal"])
    device.tell(.storage(freeBytes: 1_000_000_000))
    #expect(wants(device) == ["work", "thermal"])
    device.tell(.thermal(.nominal))
    #expect(wants(device) == ["work"])
  }

  private func wants(_ test: TestDevice) -> [String] {
    let device = test.device
    return [
      ("work", device.hasWork), ("idleness", device.wantsIdleness),
      ("storage", device.wantsStorage), ("thermal", device.wantsThermal),
    ].filter(\.1).map(\.0)
  }

  /// Somebody has opened an app that has a handler, and put it away.
  private func deviceWithApp() -> TestDevice {
    var device = TestDevice()
    let manifest = AppManifest(
      identifier: device.app("notes"),
      backgroundModes: [.fetch, .processing],
      permittedTaskIdentifiers: ["notes.task"]
    )
    device.user(.install(manifest: manifest, settings: AppSettings(), replaces: false))
    device.slowCallbacks = ["didFinishLaunching"]
    device.open("notes")
    device.ask("notes", .registerTask(identifier: "notes.task", key: nil))
    device.slowCallbacks = []
    if let token = device.token(of: "didFinishLaunching", "notes") {
      device.ask("notes", .returned(callback: token))
    }
    return device
  }

  private func submit(_ kind: TaskRequest.Kind, to device: inout TestDevice) {
    let request = TaskRequest(identifier: "notes.task", kind: kind, earliestBegin: .minutes(10))
    device.ask("notes", .submitTask(request))
    #expect(device.device.hasWork)
    device.home()
  }
}
