import Testing
import TorporModel

@testable import TorporCore

@Suite("The location service, alone")
struct LocationServiceTests {
  private static let here = Location(
    coordinate: Coordinate(latitude: 52.5, longitude: 13.4),
    horizontalAccuracyMetres: 5,
    at: .zero
  )

  private var world: ServiceWorld {
    var world = ServiceWorld()
    world.add("run", .onScreen, modes: [.location])
    world.change("run") { $0.settings.location = .always }
    return world
  }

  @Test("asks for nothing where no app wants to know a place")
  func unused() {
    let world = world
    var service = LocationService()
    #expect(world.tell(&service, .location(.fix(Self.here))) == [])
    #expect(world.tell(&service, .device(.conditionsChanged)) == [])
    #expect(service == LocationService())
  }

  @Test("does one step after the other: holds the app, tells it, and plans last")
  func steps() {
    let world = world
    var service = LocationService()
    let run = world.app("run")
    let request = LocationRequest.startUpdating(LocationSession())
    let items = world.ask(&service, request, by: "run").items
    #expect(
      items
        == [LocationStep.hold(run), .news(of: nil, run), .plan].map {
          .post(.location(.step($0)))
        }
    )
    let planned = world.tell(&service, .location(.step(.plan)))
    #expect(planned == [.effect(.service(.locate(service.table.demand)))])
    #expect(service.table.demand != nil)
    #expect(world.tell(&service, .location(.step(.plan))) == [])
  }

  @Test("keeps for a suspended app what it is to be told when it runs")
  func suspended() {
    var world = world
    var service = LocationService()
    let run = world.app("run")
    _ = world.ask(&service, .startUpdating(LocationSession()), by: "run")
    let tell = SystemEvent.location(.step(.tell(.didUpdate([Self.here]), run)))
    let callback = Callback.service(.location(.didUpdate([Self.here])))
    #expect(world.tell(&service, tell) == [.callLater(run, [callback])])
    world.change("run") { record in
      var turn = Turn(now: .zero, profile: .named(.ios26), counters: Counters())
      record.apply(.left, in: &turn, because: [])
      record.callbacks.removeAll()
      record.settle(in: &turn)
      record.apply(.foundClear, in: &turn, because: [])
      record.apply(.frozen, in: &turn, because: [])
    }
    #expect(world.state.apps.process(of: run)?.phase == .suspended)
    #expect(world.tell(&service, tell) == [])
    #expect(service.table[run]?.queued == [Self.here])
  }
}
