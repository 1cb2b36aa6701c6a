import Testing
import TorporCore
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The heat of the machine")
  struct ThermalTests {
    @Test("is the worst trip point that any zone has reached", arguments: Case.all)
    func reads(_ example: Case) throws {
      let folder = try TemporaryFolder()
      for (number, zone) in example.zones.enumerated() {
        for word in zone.split(separator: " ") {
          let pair = word.split(separator: "=")
          try folder.write("\(pair[1])\n", to: "class/thermal/thermal_zone\(number)/\(pair[0])")
        }
      }
      #expect(ThermalReader(sysRoot: folder.path).state() == example.expected)
    }

    @Test("is told where it differs from what the device knows, and once")
    func tells() throws {
      let folder = try TemporaryFolder()
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let adapter = ThermalAdapter(sysRoot: folder.path, on: loop, sink: sink)
      func told() -> [ThermalState] {
        sink.events.compactMap { event in
          if case .input(.device(.thermal(let state))) = event { state } else { nil }
        }
      }
      adapter.start(known: .serious)
      #expect(told() == [.nominal])
      adapter.follow(isWanted: true)
      #expect(told() == [.nominal])
      try folder.write("95000\n", to: "class/thermal/thermal_zone0/temp")
      try folder.write("hot\n", to: "class/thermal/thermal_zone0/trip_point_0_type")
      try folder.write("90000\n", to: "class/thermal/thermal_zone0/trip_point_0_temp")
      adapter.follow(isWanted: true)
      adapter.follow(isWanted: true)
      #expect(told() == [.nominal, .serious])
      try folder.write("85000\n", to: "class/thermal/thermal_zone0/temp")
      adapter.follow(isWanted: false)
      #expect(told() == [.nominal, .serious])
      adapter.follow(isWanted: true)
      #expect(told() == [.nominal, .serious, .nominal])
    }

    struct Case: Sendable, CustomTestStringConvertible {
      let testDescription: String
      /// For each zone `attribute=value …`.
      let zones: [String]
      let expected: ThermalState?

      init(_ name: String, _ zones: [String], _ expected: ThermalState?) {
        testDescription = name
        self.zones = zones
        self.expected = expected
      }

      static let trips =
        " trip_point_0_type=active trip_point_0_temp=40000"
        + " trip_point_1_type=passive trip_point_1_temp=80000"
        + " trip_point_2_type=hot trip_point_2_temp=90000"
        + " trip_point_3_type=critical trip_point_3_temp=105000"
      static let all = [
        Case("a machine without zones", [], nil),
        Case("cool", ["temp=39000" + trips], .nominal),
        Case("cool with a fan", ["temp=79999" + trips], .nominal),
        Case("slowed", ["temp=80000" + trips], .fair),
        Case("hot", ["temp=90000" + trips], .serious),
        Case("about to be switched off", ["temp=105000" + trips], .critical),
        Case("two zones, one of them hot", ["temp=20000" + trips, "temp=91000" + trips], .serious),
        Case(
          "trip points that are switched off",
          ["temp=20000 trip_point_0_type=hot trip_point_0_temp=0"],
          .nominal
        ),
        Case(
          "a sensor that cannot be read",
          ["trip_point_0_type=hot trip_point_0_temp=1000"],
          .nominal
        ),
      ]
    }
  }
}
