import Glibc
import Testing
import TorporCore
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The network")
  struct NetworkTests {
    @Test("is the kind of the link that carries the default route", arguments: Case.all)
    func kinds(_ example: Case) throws {
      let folder = try TemporaryFolder()
      try write(example, to: folder)
      let reader = NetworkReader(procRoot: folder.path, sysRoot: folder.path)
      #expect(reader.state().link == example.expected)
    }

    @Test("is metered when it is mobile, or when the user says so of what carries it")
    func metered() throws {
      func isMetered(_ name: String, _ named: Set<String>) throws -> Bool {
        let folder = try TemporaryFolder()
        try write(try #require(Case.all.first { $0.testDescription == name }), to: folder)
        return NetworkReader(
          procRoot: folder.path,
          sysRoot: folder.path,
          meteredInterfaces: named
        ).state().isMetered
      }
      #expect(try isMetered("a mobile network", []))
      #expect(try !isMetered("wireless", []))
      #expect(try isMetered("wireless", ["wlan0"]))
      #expect(try !isMetered("a cable and wireless, the cable better", ["wlan0"]))
      #expect(try isMetered("the same with the cable pulled", ["wlan0"]))
      #expect(try isMetered("a tunnel over wireless", ["wlan0"]))
      #expect(try isMetered("a tunnel over wireless", ["tun0"]))
      #expect(try !isMetered("no route", ["wlan0"]))
    }

    @Test("is told at first, and again when routes change")
    func changes() throws {
      let folder = try TemporaryFolder()
      try write(Case.all[1], to: folder)
      let loop = try EventLoop()
      let sink = EventRecorder()
      let adapter = NetworkAdapter(
        procRoot: folder.path,
        sysRoot: folder.path,
        on: loop,
        sink: sink
      )
      try adapter.start()
      func links() -> [NetworkLink] {
        sink.events.compactMap { event in
          if case .input(.device(.network(let state))) = event { state.link } else { nil }
        }
      }
      #expect(links() == [.wired])
      try folder.write("Iface\n", to: "net/route")
      // A real change somewhere makes the kernel speak; what is read is the folder.
      guard changeRoutes() else {
        print("skipped: no ip(8) or no right to change routes")
        return
      }
      for _ in 0..<500 where links().count < 2 { loop.runOnce(timeoutMilliseconds: 10) }
      #expect(links() == [.wired, .none])
    }

    private func changeRoutes() -> Bool {
      // An address that RFC 5737 keeps for documents: nobody's way leads there.
      let route = ["blackhole", "192.0.2.\(getpid() % 250 + 1)/32"]
      return run(["route", "add"] + route) && run(["route", "del"] + route)
    }

    private func run(_ arguments: [String]) -> Bool {
      let start = ProcessStart(
        executable: "/usr/sbin/ip",
        arguments: ["ip"] + arguments,
        environment: [],
        workingDirectory: "/"
      )
      guard
        let started = try? start.start(
          standardDescriptors: (0, 1, 2),
          inheritedDescriptor: nil,
          groupDirectory: nil
        ).take()
      else { return false }
      defer { close(started.status) }
      for _ in 0..<5000 {
        if case .ended(let end) = started.process.end() { return end == .exited(status: 0) }
        usleep(1000)
      }
      return false
    }

    private func write(_ example: Case, to folder: TemporaryFolder) throws {
      let header = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n"
      try folder.write(header + example.routes.joined(), to: "net/route")
      try folder.write(example.routes6.joined(), to: "net/ipv6_route")
      for (name, facts) in example.interfaces {
        try folder.write(facts.state + "\n", to: "devices/\(facts.place)/\(name)/operstate")
        try folder.write(facts.event, to: "devices/\(facts.place)/\(name)/uevent")
        try folder.write("", to: "class/net/.keep")
        symlink("../../devices/\(facts.place)/\(name)", "\(folder.path)/class/net/\(name)")
      }
    }

    struct Interface: Sendable {
      var state = "up"
      var event = "INTERFACE=x\n"
      var place = "pci"
    }

    struct Case: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let routes: [String]
      let routes6: [String]
      let interfaces: [String: Interface]
      let expected: NetworkLink

      init(
        _ name: String,
        _ routes: [String],
        version6 routes6: [String] = [],
        _ interfaces: [String: Interface],
        _ expected: NetworkLink
      ) {
        testDescription = name
        self.routes = routes
        self.routes6 = routes6
        self.interfaces = interfaces
        self.expected = expected
      }

      static func route(_ name: String, metric: Int = 100, flags: String = "0003") -> String {
        "\(name)\t00000000\t0102A8C0\t\(flags)\t0\t0\t\(metric)\t00000000\t0\t0\t0\n"
      }

      static func route6(_ name: String, flags: String = "00000003") -> String {
        let zero = String(repeating: "0", count: 32)
        return "\(zero) 00 \(zero) 00 \(zero) 00000064 00000001 00000000 \(flags) \(name)\n"
      }

      static let wifi = Interface(event: "DEVTYPE=wlan\nINTERFACE=wlan0\n")
      static let all = [
        Case("no route", [], [:], .none),
        Case("a cable", [route("eth0")], ["eth0": Interface()], .wired),
        Case("wireless", [route("wlan0")], ["wlan0": wifi], .wifi),
        Case(
          "a mobile network",
          [route("wwan0")],
          ["wwan0": Interface(event: "DEVTYPE=wwan\n")],
          .cellular
        ),
        Case(
          "a cable and wireless, the cable better",
          [route("wlan0", metric: 600), route("eth0", metric: 100)],
          ["wlan0": wifi, "eth0": Interface()],
          .wired
        ),
        Case(
          "the same with the cable pulled",
          [route("wlan0", metric: 600), route("eth0", metric: 100)],
          ["wlan0": wifi, "eth0": Interface(state: "down")],
          .wifi
        ),
        Case(
          "a tunnel over wireless",
          [route("tun0", metric: 50), route("wlan0", metric: 600)],
          ["tun0": Interface(state: "unknown", place: "virtual/net"), "wlan0": wifi],
          .wifi
        ),
        Case("IPv6 alone", [], version6: [route6("wlan0")], ["wlan0": wifi], .wifi),
        Case(
          "no IPv6: the kernel's own reject route",
          [],
          version6: [route6("lo", flags: "00200200")],
          ["lo": Interface(state: "unknown", place: "virtual/net")],
          .none
        ),
        Case(
          "a route to one host",
          ["eth0\t0102A8C0\t00000000\t0005\t0\t0\t0\tFFFFFFFF\n"],
          ["eth0": Interface()],
          .none
        ),
      ]
    }
  }
}
