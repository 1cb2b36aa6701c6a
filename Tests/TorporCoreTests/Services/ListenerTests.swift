import Testing
import TorporModel

@testable import TorporCore

@Suite("The services that are told of an event")
struct ListenerTests {
  /// Whatever every service could follow; what is told to one alone has its own group of events.
  private func events(of device: Device) -> [SystemEvent] {
    let ofApps: [SystemEvent.AppEvent] = device.apps.slotRange.flatMap { slot in
      let phases: [AppPhase] = [.dead, .onScreen, .background, .suspended]
      let moves = phases.flatMap { before in
        phases.map { SystemEvent.AppEvent.phaseChanged(slot: slot, from: before, to: $0) }
      }
      let app = device.apps.identifier(inSlot: slot)
      return moves
        + [.stateChanged(slot: slot), .changed(slot: slot), .processEnded(slot: slot)]
        + (app.map { [.forceQuit($0)] } ?? [])
    }
    let ofDevice: [SystemEvent.DeviceChange] = [
      .unlocked, .displayLit, .surroundingsChanged, .conditionsChanged, .conditionsActedOn,
    ]
    let silences = device.apps.slotRange.compactMap { device.apps.identifier(inSlot: $0) }
      .flatMap { [SystemEvent.sound(.silent($0)), .channel(.wentQuiet($0)), .push(.endCall($0))] }
    return ofApps.map(SystemEvent.app) + ofDevice.map(SystemEvent.device) + silences
      + [.call(.began(by: nil)), .call(.ended), .channel(.returned), .push(.review), .push(.plan)]
  }

  /// Who is not told of an event, and would have changed or asked for something.
  private func leftOut(on device: Device) -> [String] {
    events(of: device).flatMap { event in
      let listeners = Listeners.to(event)
      return Services.Place.allCases.filter { place in
        guard !listeners.contains(place) else { return false }
        var (services, out) = (device.services, Outbox())
        services.tell(event, at: place.rawValue, device.state, &out)
        return services != device.services || !out.isEmpty
      }
      .map { "\($0) would follow \(event)" }
    }
  }

  @Test("are all that have anything to do", arguments: RelaunchScene.all.map(\.name))
  func everybody(row: String) throws {
    let scene = try #require(RelaunchScene.all.first { $0.name == row })
    var device = scene.device()
    #expect(leftOut(on: device.device) == [])
    scene.event(&device)
    #expect(leftOut(on: device.device) == [])
  }

  @Test("are told in the order of the services, from one of them on")
  func order() {
    func places(from place: Int) -> [Int] {
      var rest = Listeners.to(.device(.conditionsChanged)).from(place)
      var found: [Int] = []
      while let next = rest.next() { found.append(next) }
      return found
    }
    let all = [Services.Place.location, .push, .storage].map(\.rawValue)
    #expect(places(from: 0) == all)
    #expect(places(from: all[1]) == Array(all[1...]))
    #expect(places(from: Services.count) == [])
  }

  /// `Device.reviewServices` tells it only where descriptors say that they act on it.
  @Test("that follow conditions which were acted on are the descriptors alone")
  func actedOn() {
    var rest = Listeners.to(.device(.conditionsActedOn))
    #expect(rest.next() == Services.Place.descriptors.rawValue)
    #expect(rest.isEmpty)
  }
}
