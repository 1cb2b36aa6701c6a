import TorporModel

@testable import TorporCore

/// What a service sees of a device, made by hand: no device, no queue, one service at a time.
struct ServiceWorld {
  var state: DeviceState

  init(_ profile: ProfileName = .ios26) {
    state = DeviceState(DeviceConfiguration(profile: profile), at: .zero)
  }

  enum Place { case dead, onScreen, background, suspended }

  /// Adds an app that stands there.
  mutating func add(_ name: String, _ place: Place, modes: [BackgroundMode] = []) {
    let manifest = AppManifest(identifier: app(name), backgroundModes: modes, isCooperative: true)
    var record = AppRecord(manifest: manifest, settings: AppSettings(), at: state.now)
    var turn = Turn(now: state.now, profile: state.profile, counters: state.counters)
    if place != .dead {
      record.open(in: &turn)
      record.apply(.finishedLaunching, in: &turn, because: [])
    }
    if place == .background || place == .suspended { record.apply(.left, in: &turn, because: []) }
    if place == .suspended {
      for event in [ProcessLifecycle.Event.nothingHolds, .foundClear, .frozen] {
        record.apply(event, in: &turn, because: [])
      }
    }
    state.counters = turn.counters
    _ = state.apps.insert(record)
  }

  /// Ends the process of an app, as the kernel does where memory is short.
  mutating func kill(_ name: String) {
    var turn = Turn(now: state.now, profile: state.profile, counters: state.counters)
    change(name) { record in
      record.apply(.killOrdered(.jetsam), in: &turn, because: [])
      record.apply(.exited(.signalled(signal: 9)), in: &turn, because: [])
    }
  }

  /// Kills an app that the kernel has yet to end.
  mutating func beginKilling(_ name: String) {
    var turn = Turn(now: state.now, profile: state.profile, counters: state.counters)
    change(name) { $0.apply(.killOrdered(.jetsam), in: &turn, because: []) }
  }

  mutating func change(_ name: String, _ change: (inout AppRecord) -> Void) {
    state.apps.update(slot: slot(name), change)
  }

  func app(_ name: String) -> AppIdentifier { AppIdentifier("com.example.\(name)")! }

  func slot(_ name: String) -> Int { state.apps.slot(of: app(name))! }

  /// What the service asks for when that happens.
  func tell(_ service: inout some Service, _ event: SystemEvent) -> [Outbox.Item] {
    var out = Outbox()
    service.handle(event, state, &out)
    return out.items
  }

  /// What an app is answered, and what the service asks for.
  func ask<S: Service>(
    _ service: inout S,
    _ request: S.Request,
    by name: String
  ) -> (reply: Reply, items: [Outbox.Item]) {
    var out = Outbox()
    let reply = service.handle(request, inSlot: slot(name), state, &out)
    return (reply, out.items)
  }
}
