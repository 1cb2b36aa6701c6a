import TorporCore
import TorporModel

/// Senders of every kind: alerts, silent pushes, calls and issues, at every priority, now and then too
/// large, too often, or with headers that forbid what they ask for.
struct PushLoad: Workload {
  let name = "pushes"
  let isFault = false
  let meanPause = Duration.seconds(60)

  func step(_ machine: SimulatedMachine, using random: inout SplitMix64) {
    let app = random.pick(machine.apps)
    let storage = machine.storage(of: app.identifier)
    if random.chance(20) {
      guard storage?.isRegisteredForVoIP == true else { return }
      return send(call(to: app, machine, using: &random), machine)
    }
    guard storage?.isRegisteredForPush == true else { return }
    // One at a time, or a sender who does not know when to stop.
    for _ in 0..<(random.chance(85) ? 1 : random.number(2...6)) {
      send(push(to: app, machine, using: &random), machine)
    }
  }

  private func send(_ push: Push, _ machine: SimulatedMachine) {
    let parts = [push.isVisible ? "alert" : nil, push.hasContent ? "content" : nil]
    let what = push.kind == .voip ? "call" : parts.compactMap { $0 }.joined(separator: " and ")
    machine.note("\(what) pushed to \(push.app), priority \(push.priority.rawValue)")
    machine.send(push)
  }

  private func push(
    to app: AppDefinition,
    _ machine: SimulatedMachine,
    using random: inout SplitMix64
  ) -> Push {
    let isVisible = random.chance(50)
    let hasContent = !isVisible || random.chance(60)
    let usual: PushPriority = isVisible ? .immediate : .considerate
    return Push(
      app: app.identifier,
      payload: machine.makePayload(bytesMin: random.chance(3) ? 5000 : 0),
      isVisible: isVisible,
      hasContent: hasContent,
      priority: random.chance(80) ? usual : random.pick(PushPriority.allCases),
      collapseIdentifier: random.chance(30) ? random.pick(["score", "chat"]) : nil,
      lifetime: lifetime(using: &random),
      needsNetwork: random.chance(90)
    )
  }

  private func call(
    to app: AppDefinition,
    _ machine: SimulatedMachine,
    using random: inout SplitMix64
  ) -> Push {
    Push(
      app: app.identifier,
      payload: machine.makePayload(bytesMin: random.chance(3) ? 6000 : 0),
      isVisible: false,
      hasContent: true,
      kind: .voip,
      priority: .immediate,
      lifetime: random.chance(60) ? .zero : lifetime(using: &random)
    )
  }

  private func lifetime(using random: inout SplitMix64) -> Duration? {
    switch random.number(0...9) {
    case 0..<6: nil
    case 6: .zero
    default: random.duration(.seconds(1), .hours(2))
    }
  }
}
