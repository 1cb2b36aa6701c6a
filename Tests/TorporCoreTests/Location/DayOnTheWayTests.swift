import Testing
import TorporModel

@testable import TorporCore

/// A day of somebody who walks, cycles and drives between six places, second by second, with a receiver
/// that is as wrong as it says.
private struct DayOnTheWay {
  /// North and east of the square, in metres.
  struct Point {
    var north: Double
    var east: Double

    func metres(to other: Point) -> Double {
      let (up, right) = (other.north - north, other.east - east)
      return (up * up + right * right).squareRoot()
    }

    var coordinate: Coordinate {
      // A degree of longitude is 67.886 km long there.
      Coordinate(latitude: 52.5 + north / 111_267, longitude: 13.4 + east / 67_886)
    }
  }

  struct Crossing: Equatable {
    let at: Int
    let region: String
    let isEntry: Bool
  }

  static let places: [Point] = [
    Point(north: 0, east: 0), Point(north: 900, east: 300), Point(north: 11_000, east: -3000),
    Point(north: 11_400, east: -2600), Point(north: -4000, east: 6000),
    Point(north: 25_000, east: 14_000),
  ]
  /// Around the first four places; the other two are nobody's.
  static let radii = [150.0, 100, 200, 120]

  var random: PlanningRandom
  var device = TestDevice()
  var here = places[0]
  var truth: [Crossing] = []
  /// Seconds in which satellites were asked: nothing else gives 20 m.
  var satelliteSeconds = 0
  var fixCount = 0
  private var inside: Set<Int> = [0]
  private var last: (point: Point, accuracy: Double, at: Int)?

  init(seed: UInt64) {
    random = PlanningRandom(seed: seed)
    device.checksInvariants = false
    device.follow("casa")
    for (index, radius) in Self.radii.enumerated() {
      let region = CircularRegion(
        identifier: "\(index)",
        center: Self.places[index].coordinate,
        radiusMetres: radius
      )
      device.askLocation("casa", .startMonitoring(region))
    }
    device.home()
  }

  /// Lives through a day: stays of 10 min to 2 h, and ways at three speeds.
  mutating func live() {
    var second = 0
    while second < 86_400 {
      let stay = second + 600 + random.below(6600)
      while second < min(stay, 86_400) { tick(&second) }
      let goal = Self.places[random.below(Self.places.count)]
      let speed = here.metres(to: goal) < 1500 ? 1.4 : [5, 14][random.below(2)]
      while second < 86_400, here.metres(to: goal) > speed {
        let part = speed / here.metres(to: goal)
        here.north += (goal.north - here.north) * part
        here.east += (goal.east - here.east) * part
        tick(&second)
      }
    }
  }

  private mutating func tick(_ second: inout Int) {
    second += 1
    device.pass(.seconds(1))
    for (index, radius) in Self.radii.enumerated() {
      let isInside = here.metres(to: Self.places[index]) <= radius
      guard isInside != inside.contains(index) else { continue }
      if isInside { inside.insert(index) } else { inside.remove(index) }
      truth.append(Crossing(at: second, region: "\(index)", isEntry: isInside))
    }
    receive(at: second)
    if let demand = device.device.location.demand, demand.accuracyMetres < 50 {
      satelliteSeconds += 1
    }
  }

  /// Tells a fix when the demand has one due, until it is content.
  private mutating func receive(at second: Int) {
    while let demand = device.device.location.demand {
      let accuracy = max(5, demand.accuracyMetres)
      if let last, last.accuracy <= accuracy {
        let isDue = second - last.at >= demand.intervalSeconds
        guard isDue, here.metres(to: last.point) >= demand.distanceMetres else { return }
      }
      last = (here, accuracy, second)
      fixCount += 1
      var seen = here
      seen.north += error(accuracy)
      seen.east += error(accuracy)
      device.tell(
        .location(
          Location(
            coordinate: seen.coordinate,
            horizontalAccuracyMetres: accuracy,
            at: device.now
          )
        )
      )
    }
  }

  /// Up to half the accuracy, to either side.
  private mutating func error(_ accuracy: Double) -> Double {
    (Double(random.below(1001)) / 1000 - 0.5) * accuracy
  }

  /// What the app was told.
  var told: [Crossing] {
    let names = ["didEnterRegion", "didExitRegion"]
    let callbacks = device.told("casa")
    let times = device.log.compactMap { entry -> Int? in
      guard case .deliver(_, let delivery) = entry.effect, names.contains(delivery.callback.name)
      else { return nil }
      return Int((entry.at - .zero).inSeconds)
    }
    return zip(times, callbacks).map { time, callback in
      switch callback {
      case .didEnterRegion(let region): Crossing(at: time, region: region, isEntry: true)
      case .didExitRegion(let region): Crossing(at: time, region: region, isEntry: false)
      default: Crossing(at: time, region: "", isEntry: false)
      }
    }
  }
}

@Suite("On a day on the way")
struct DayOnTheWayTests {
  /// How long after a crossing the app may be told: the five minutes of a coarse fix, the 20 s of the
  /// stay, and what it takes to walk the distance beyond the boundary.
  private static let latencySecondsMax = 420

  @Test(
    "every region that is stayed in is told, none else, and satellites are asked for a small part of it",
    arguments: 1...5 as ClosedRange<UInt64>
  )
  func day(seed: UInt64) {
    var day = DayOnTheWay(seed: seed)
    day.live()
    let told = day.told
    #expect(!day.truth.isEmpty)
    for crossing in stays(day.truth) {
      let answer = told.first {
        $0.region == crossing.region && $0.isEntry == crossing.isEntry && $0.at >= crossing.at
      }
      #expect(answer.map { $0.at - crossing.at < Self.latencySecondsMax } == true, "\(crossing)")
    }
    for event in told {
      let isTrue = day.truth.contains {
        $0.region == event.region && $0.isEntry == event.isEntry
          && (0...Self.latencySecondsMax).contains(event.at - $0.at)
      }
      #expect(isTrue, "\(event)")
    }
    #expect(day.satelliteSeconds < 86_400 / 10, "\(day.satelliteSeconds) s, \(day.fixCount) fixes")
  }

  /// The crossings between two stays, each as long as telling may take: who drives through a region
  /// may or may not have been in it.
  private func stays(_ truth: [DayOnTheWay.Crossing]) -> [DayOnTheWay.Crossing] {
    truth.enumerated().filter { index, crossing in
      let next = truth[(index + 1)...].first { $0.region == crossing.region }
      let last = truth[..<index].last { $0.region == crossing.region }
      return (next?.at ?? 86_400) - crossing.at >= Self.latencySecondsMax
        && crossing.at - (last?.at ?? -86_400) >= Self.latencySecondsMax
    }.map(\.element)
  }
}
