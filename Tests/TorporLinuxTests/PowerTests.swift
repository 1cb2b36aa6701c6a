import Testing
import TorporCore
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The power supply")
  struct PowerTests {
    @Test("is what all supplies say together", arguments: Case.all)
    func reads(_ example: Case) throws {
      let folder = try TemporaryFolder()
      try example.write(to: folder)
      #expect(PowerAdapter.read(sysRoot: folder.path) == example.expected)
    }

    @Test("is told at first, and again only when it has changed")
    func changes() throws {
      let folder = try TemporaryFolder()
      let sink = EventRecorder()
      try folder.write("Mains\n", to: "class/power_supply/AC/type")
      try folder.write("1\n", to: "class/power_supply/AC/online")
      let loop = try EventLoop()
      let adapter = PowerAdapter(sysRoot: folder.path, on: loop, sink: sink)
      adapter.look()
      adapter.look()
      try folder.write("Battery\n", to: "class/power_supply/BAT0/type")
      try folder.write("55\n", to: "class/power_supply/BAT0/capacity")
      try folder.write("0\n", to: "class/power_supply/AC/online")
      adapter.look()
      let states = sink.events.compactMap { event in
        if case .input(.device(.power(let state))) = event { state } else { nil }
      }
      #expect(
        states == [
          PowerState(isOnExternalPower: true, batteryPercent: nil),
          PowerState(isOnExternalPower: false, batteryPercent: 55),
        ]
      )
    }

    @Test("of a folder that stands in for the kernel's is told of as soon as a file is written")
    func standIn() throws {
      let folder = try TemporaryFolder()
      let sink = EventRecorder()
      try folder.write("Mains\n", to: "class/power_supply/AC/type")
      try folder.write("0\n", to: "class/power_supply/AC/online")
      try folder.write("Battery\n", to: "class/power_supply/BAT0/type")
      try folder.write("55\n", to: "class/power_supply/BAT0/capacity")
      let loop = try EventLoop()
      let adapter = PowerAdapter(sysRoot: folder.path, on: loop, sink: sink)
      try adapter.start()
      func states() -> [PowerState] {
        sink.events.compactMap { event in
          if case .input(.device(.power(let state))) = event { state } else { nil }
        }
      }
      func wait(for count: Int) {
        for _ in 0..<500 where states().count < count { loop.runOnce(timeoutMilliseconds: 10) }
      }
      // In place, as a shell writes, and by another file in its place, as an editor does.
      try Files.write("1\n", to: folder.path + "/class/power_supply/AC/online")
      wait(for: 2)
      try folder.write("56\n", to: "class/power_supply/BAT0/capacity")
      wait(for: 3)
      // A supply that comes later is watched too.
      try folder.write("USB\n", to: "class/power_supply/usb/type")
      try Files.write("0\n", to: folder.path + "/class/power_supply/AC/online")
      wait(for: 4)
      try folder.write("1\n", to: "class/power_supply/usb/online")
      wait(for: 5)
      #expect(
        states() == [
          PowerState(isOnExternalPower: false, batteryPercent: 55),
          PowerState(isOnExternalPower: true, batteryPercent: 55),
          PowerState(isOnExternalPower: true, batteryPercent: 56),
          PowerState(isOnExternalPower: false, batteryPercent: 56),
          PowerState(isOnExternalPower: true, batteryPercent: 56),
        ]
      )
    }

    @Test("is looked at anew when the kernel speaks of a supply, or has lost a message")
    func notices() {
      let change = "change@/devices/BAT0\0ACTION=change\0SUBSYSTEM=power_supply\0SEQNUM=7\0"
      let other = "change@/devices/lo\0ACTION=change\0SUBSYSTEM=net\0SEQNUM=8\0"
      #expect(PowerAdapter.concernsPower(Array(change.utf8)))
      #expect(!PowerAdapter.concernsPower(Array(other.utf8)))
      #expect(PowerAdapter.concernsPower([]))
    }

    @Test("is watched through the kernel's device events")
    func deviceEvents() throws {
      let loop = try EventLoop()
      var messages: [[UInt8]] = []
      let socket: NetlinkSocket
      do {
        socket = try NetlinkSocket(.devices, on: loop) { messages.append($0) }
        try Files.write("change", to: "/sys/class/net/lo/uevent")
      } catch {
        print("skipped: \(error)")
        return
      }
      for _ in 0..<500 where messages.isEmpty { loop.runOnce(timeoutMilliseconds: 10) }
      let parts = try #require(messages.first).split(separator: 0)
      #expect(parts.contains { $0.elementsEqual("SUBSYSTEM=net".utf8) })
      _ = socket
    }

    struct Case: Sendable, CustomTestStringConvertible {
      let testDescription: String
      /// `SUPPLY: attribute=value attribute=value`.
      let supplies: [String]
      let expected: PowerState

      init(_ name: String, _ supplies: [String], isPlugged: Bool, percent: Int?) {
        testDescription = name
        self.supplies = supplies
        expected = PowerState(isOnExternalPower: isPlugged, batteryPercent: percent)
      }

      func write(to folder: TemporaryFolder) throws {
        for supply in supplies {
          let words = supply.split(separator: " ")
          for word in words.dropFirst() {
            let pair = word.split(separator: "=")
            try folder.write("\(pair[1])\n", to: "class/power_supply/\(words[0])/\(pair[0])")
          }
        }
      }

      static let all = [
        Case("a desktop", [], isPlugged: true, percent: nil),
        Case(
          "a desktop with a port that could be fed",
          ["ucsi1 type=USB online=0"],
          isPlugged: true,
          percent: nil
        ),
        Case(
          "a machine without a battery whose adapter is out",
          ["AC type=Mains online=0"],
          isPlugged: false,
          percent: nil
        ),
        Case(
          "a laptop on its plug",
          ["AC type=Mains online=1", "BAT0 type=Battery capacity=80 status=Charging"],
          isPlugged: true,
          percent: 80
        ),
        Case(
          "a laptop on its battery",
          ["AC type=Mains online=0", "BAT0 type=Battery capacity=80 status=Discharging"],
          isPlugged: false,
          percent: 80
        ),
        Case(
          "a phone that charges by USB",
          ["usb type=USB online=1", "battery type=Battery capacity=9 status=Charging"],
          isPlugged: true,
          percent: 9
        ),
        Case(
          "two batteries",
          [
            "AC type=Mains online=0", "BAT0 type=Battery capacity=20 status=Discharging",
            "BAT1 type=Battery capacity=100 status=Full",
          ],
          isPlugged: false,
          percent: 60
        ),
        Case(
          "a battery whose plug has no driver",
          ["BAT0 type=Battery capacity=50 status=Full"],
          isPlugged: true,
          percent: 50
        ),
        Case(
          "the same, unplugged",
          ["BAT0 type=Battery capacity=50 status=Discharging"],
          isPlugged: false,
          percent: 50
        ),
        Case(
          "a desktop with a mouse on a battery",
          ["hid type=Battery scope=Device capacity=5 status=Discharging"],
          isPlugged: true,
          percent: nil
        ),
        Case(
          "an empty battery slot",
          ["AC type=Mains online=0", "BAT0 type=Battery present=0"],
          isPlugged: true,
          percent: nil
        ),
      ]
    }
  }
}
