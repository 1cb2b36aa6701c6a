import Testing
import TorporModel

@testable import TorporSimulator

@Suite("A simulated app")
struct SimulatedAppTests {
  /// Runs a scenario with one app and gives what the app did, as `TIME what`.
  private func life(_ app: String, script: String) throws -> [String] {
    let text = "scenario: S\nend: 10m\napps:\n  app: \(app)\nscript: \(script)\nexpect: []\n"
    let run = ScenarioRun(try ScenarioLoader.load(text: text, file: "f.yaml"))
    #expect(run.violations.isEmpty)
    return run.timeline.compactMap { entry in
      switch entry.event {
      case .called, .saved, .frozen, .thawed, .ended, .completed:
        "\(DurationText.short(entry.at)) \(TimelineText.sentence(entry.event))"
      default: nil
      }
    }
  }

  @Test("runs its callbacks one after the other on the main thread")
  func mainThread() throws {
    let done = try life(
      "{on: {didBecomeActive: [{work: 3s}, {save: {a: 1}}], willResignActive: [{save: {b: 2}}]}}",
      script: "[{at: 0s, launch: app}, {at: 1s, home: true}]"
    )
    #expect(
      done.prefix(6) == [
        "0s didFinishLaunching called", "0s didBecomeActive called", "3s saved a: 1",
        "3s willResignActive called", "3s saved b: 2", "3s didEnterBackground called",
      ]
    )
  }

  @Test("runs branches beside the main thread")
  func branch() throws {
    let done = try life(
      "{on: {didBecomeActive: [{async: [{work: 1s}, {save: {a: 1}}]}, {work: 2s}, {save: {b: 2}}]}}",
      script: "[{at: 0s, launch: app}]"
    )
    #expect(done.suffix(2) == ["1s saved a: 1", "2s saved b: 2"])
  }

  @Test("stands still while it is frozen, and its time with it")
  func frozen() throws {
    let done = try life(
      "{on: {didEnterBackground: [{async: [{wait: 4s}, {save: {a: 1}}]}, {work: 1s}]}}",
      script: "[{at: 0s, launch: app}, {at: 10s, home: true}, {at: 5m, launch: app}]"
    )
    #expect(
      done.suffix(5) == [
        "11s frozen", "5m thawed", "5m willEnterForeground called", "5m didBecomeActive called",
        "5m3s saved a: 1",
      ]
    )
  }

  @Test("lets callbacks run while a callback waits, and holds the wake until it completes")
  func waiting() throws {
    let done = try life(
      "{info: {UIBackgroundModes: [remote-notification]}, on: {didFinishLaunching:"
        + " [{registerForPush: true}], didReceiveRemoteNotification: [{wait: 5s}, {complete: newData}]}}",
      script: "[{at: 0s, launch: app}, {at: 1s, home: true}, {at: 1m, push: {to: app, payload:"
        + " {aps: {alert: Hi, content-available: 1}}}}]"
    )
    #expect(
      done.suffix(5) == [
        "1m thawed", "1m didEnterBackground called", "1m didReceiveRemoteNotification called",
        "1m5s didReceiveRemoteNotification completed: newData", "1m5s frozen",
      ]
    )
  }

  @Test("returns at once from a callback that it says nothing of, and completes it at once")
  func silent() throws {
    let done = try life(
      "{info: {UIBackgroundModes: [remote-notification]}, on: {didFinishLaunching:"
        + " [{registerForPush: true}]}}",
      script: "[{at: 0s, launch: app}, {at: 1s, home: true}, {at: 1m, push: {to: app, payload:"
        + " {aps: {alert: Hi, content-available: 1}}}}]"
    )
    #expect(
      done.suffix(3) == [
        "1m didReceiveRemoteNotification called",
        "1m didReceiveRemoteNotification completed: noData", "1m frozen",
      ]
    )
  }

  @Test("keeps what it saved when its process ends, and loses its tasks")
  func survival() throws {
    let done = try life(
      "{on: {didBecomeActive: [{save: {a: 1}}, {beginBackgroundTask: t}, {wait: 2s}, {crash: true}]}}",
      script: "[{at: 0s, launch: app}, {at: 1m, launch: app}]"
    )
    #expect(done.contains("2s ended: crash"))
    #expect(done.contains("1m didFinishLaunching called"))
    #expect(done.last == "1m2s ended: crash")
  }

  @Test("runs no statement after one that ends it, on any thread, and all of them on screen")
  func graphics() throws {
    let done = try life(
      "{on: {didBecomeActive: [{useGPU: true}, {save: {a: 1}}], didEnterBackground: ["
        + "{beginBackgroundTask: t}, {async: [{wait: 2s}, {useGPU: true}, {save: {b: 2}}]}, "
        + "{async: [{wait: 2s}, {save: {c: 3}}]}]}}",
      script: "[{at: 0s, launch: app}, {at: 10s, home: true}]"
    )
    #expect(
      done == [
        "0s didFinishLaunching called", "0s didBecomeActive called", "0s saved a: 1",
        "10s willResignActive called", "10s didEnterBackground called", "12s ended: 0xd00d2bad",
      ]
    )
  }
}
