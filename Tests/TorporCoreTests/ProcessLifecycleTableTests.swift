import Foundation
import Testing
import TorporModel

@testable import TorporCore

@Suite("The table of the process life cycle")
struct ProcessLifecycleTableTests {
  private static let launch = LaunchIdentifier(rawValue: 1)

  /// Every state that the table tells apart, with a name.
  private static let states: [(String, ProcessLifecycle.State)] = [
    ("notRunning", .notRunning),
    (
      "launching",
      .launching(.init(launch: launch, beganInForeground: true, isWantedOnScreen: true))
    ),
    (
      "launchingOffScreen",
      .launching(.init(launch: launch, beganInForeground: false, isWantedOnScreen: false))
    ),
    ("active", .active(launch: launch)), ("inactive", .inactive(launch: launch)),
    ("background", .background(launch: launch)), ("inspecting", .inspecting(launch: launch)),
    ("freezing", .freezing(launch: launch)), ("suspended", .suspended(launch: launch)),
    ("terminating", .terminating(launch: launch, reason: .forceQuit, deadline: .zero)),
    ("killed", .killed(launch: launch, reason: .forceQuit)),
  ]

  private static let events: [(String, ProcessLifecycle.Event)] = [
    ("opened", .opened(next: launch)), ("left", .left), ("interrupted", .interrupted),
    ("interruptionEnded", .interruptionEnded),
    ("woken", .woken(next: launch, reason: .visiblePush, isAnnounced: true)),
    ("woken without announcement", .woken(next: launch, reason: .visiblePush, isAnnounced: false)),
    ("finishedLaunching", .finishedLaunching), ("nothingHolds", .nothingHolds),
    ("somethingHolds", .somethingHolds), ("foundClear", .foundClear),
    ("foundHazard", .foundHazard), ("frozen", .frozen), ("freezeFailed", .freezeFailed),
    ("freezeUndone", .freezeUndone),
    ("endOrdered", .endOrdered(.forceQuit, deadline: .zero)),
    ("goodbyeOrdered", .goodbyeOrdered(.logout, deadline: .zero)),
    ("saveOrdered", .saveOrdered(.jetsam, deadline: .zero)),
    ("killOrdered", .killOrdered(.jetsam)), ("willTerminateReturned", .willTerminateReturned),
    ("exited", .exited(.exited(status: 0))),
  ]

  private static func name(of state: ProcessLifecycle.State) -> String {
    if case .launching(let launching) = state {
      return launching.isWantedOnScreen ? "launching" : "launchingOffScreen"
    }
    return states.first { $0.1 == state }?.0 ?? "\(state)".prefix { $0 != "(" }.description
  }

  private static func name(of effect: ProcessLifecycle.Effect) -> String {
    switch effect {
    case .launch(let destination): destination.isForeground ? "launch" : "launch off screen"
    case .inspect: "inspect"
    case .freeze: "freeze"
    case .thaw: "thaw"
    case .kill: "kill"
    case .call(let callback): callback.name
    case .reportEnd: "report the end"
    }
  }

  /// Every pair that changes something, as a line of the diagram.
  private static var diagram: String {
    var lines = ["stateDiagram-v2"]
    for (stateName, state) in states {
      for (eventName, event) in events {
        let (next, effects) = ProcessLifecycle.next(state, event)
        guard next != state || !effects.isEmpty else { continue }
        let done = effects.isEmpty ? "" : " / " + effects.map(name(of:)).joined(separator: ", ")
        lines.append("  \(stateName) --> \(name(of: next)): \(eventName)\(done)")
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test("is drawn in docs/internals/process-lifecycle.md as it is")
  func diagramIsFresh() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/internals/process-lifecycle.md").standardized
    let text = """
      # The life cycle of an app's process

      `ProcessLifecycleTableTests` draws this diagram from the table in
      `Sources/TorporCore/Lifecycle/ProcessLifecycle+Table.swift`; `TORPOR_UPDATE_DIAGRAMS=1 ./test` draws it
      again. Events without an arrow have no effect.

      ```mermaid
      \(Self.diagram)
      ```

      """
    if ProcessInfo.processInfo.environment["TORPOR_UPDATE_DIAGRAMS"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOf: file, encoding: .utf8)
    #expect(committed == text)
  }

  @Test("never freezes or thaws a process that is on screen or gone")
  func frozenStates() {
    for (_, state) in Self.states {
      for (_, event) in Self.events {
        let (next, effects) = ProcessLifecycle.next(state, event)
        if effects.contains(.freeze) {
          #expect(next == .freezing(launch: Self.launch))
        }
        if effects.contains(.thaw) {
          #expect(
            state == .freezing(launch: Self.launch) || state == .suspended(launch: Self.launch)
          )
        }
        let calls = effects.contains { if case .call = $0 { true } else { false } }
        if calls, state == .suspended(launch: Self.launch) {
          #expect(effects.first == .thaw, "a callback of a frozen process waits for the thaw")
        }
      }
    }
  }
}
