import Testing
import TorporModel

@testable import TorporCore

@Suite("Memory")
struct MemoryTests {
  /// Two suspended apps, the larger used later, and one that plays.
  private func device() -> TestDevice {
    var device = TestDevice()
    device.install("radio", modes: [.audio])
    for name in ["notes", "movie"] { device.install(name) }
    device.open("radio")
    device.report("radio", .audio(isPlaying: true))
    for name in ["notes", "movie"] {
      device.open(name)
      device.pass(.seconds(1))
    }
    device.home()
    for (name, megabytes) in [("radio", 900), ("notes", 100), ("movie", 800)] {
      device.report(name, .footprint(bytes: Int64(megabytes) * 1_000_000))
    }
    return device
  }

  private func report(_ level: MemoryPressureLevel, availableMegabytes: Int64) -> DeviceEvent {
    .memory(
      MemoryReport(
        level: level,
        availableBytes: availableMegabytes * 1_000_000,
        totalBytes: 2_000_000_000
      )
    )
  }

  @Test("that runs out takes the largest suspended app first, without a word")
  func largestFirst() {
    var device = device()
    device.tell(report(.critical, availableMegabytes: -100))
    #expect(device.lastExit("movie") == .jetsam)
    #expect(device.state("notes") == .suspended)
    #expect(device.state("radio") == .background)
    #expect(!device.callbacks("movie").contains("didReceiveMemoryWarning"))
  }

  @Test("takes the longest unused first where the user wants it so")
  func leastRecentlyUsed() {
    var device = device()
    device.user(.change(setting: .evictionOrder(.leastRecentlyUsedFirst)))
    device.tell(report(.critical, availableMegabytes: 150))
    #expect(device.lastExit("notes") == .jetsam)
    #expect(device.state("movie") == .suspended)
  }

  @Test("below a tenth of it costs suspended apps, and below a twentieth whoever runs (JE1)")
  func lines() {
    var device = device()
    device.tell(report(.warning, availableMegabytes: 201))
    #expect(device.state("movie") == .suspended)
    device.tell(report(.warning, availableMegabytes: 199))
    #expect(device.lastExit("movie") == .jetsam)
    device.report("movie", .exited(status: .signalled(signal: 9)))
    device.tell(report(.warning, availableMegabytes: 101))
    #expect(device.lastExit("notes") == .jetsam)
    device.report("notes", .exited(status: .signalled(signal: 9)))
    #expect(device.state("radio") == .background)
    device.tell(report(.warning, availableMegabytes: 99))
    #expect(device.lastExit("radio") == .jetsam)
  }

  @Test("takes running apps only after all suspended ones, and never what is on screen")
  func runningLast() {
    var device = device()
    device.install("game")
    device.open("game")
    device.tell(report(.critical, availableMegabytes: -10_000))
    for name in ["notes", "movie", "radio"] { #expect(device.lastExit(name) == .jetsam) }
    #expect(device.state("game") == .active)
    #expect(device.broken == [])
  }

  @Test("warns an app again after 25 s, or when memory becomes critical, and not for every report")
  func warningsRest() {
    var device = device()
    func warnings() -> Int {
      device.callbacks("radio").count { $0 == "didReceiveMemoryWarning" }
    }
    for megabytes in 500...520 {
      device.tell(report(.warning, availableMegabytes: Int64(megabytes)))
    }
    #expect(warnings() == 1)
    device.pass(.seconds(24))
    device.tell(report(.warning, availableMegabytes: 530))
    #expect(warnings() == 1)
    device.tell(report(.critical, availableMegabytes: 540))
    #expect(warnings() == 2)
    device.pass(.seconds(25))
    device.tell(report(.warning, availableMegabytes: 550))
    #expect(warnings() == 3)
  }

  @Test("warns those that run and nobody else")
  func warning() {
    var device = device()
    device.tell(report(.warning, availableMegabytes: 500))
    #expect(device.callbacks("radio").last == "didReceiveMemoryWarning")
    #expect(!device.callbacks("notes").contains("didReceiveMemoryWarning"))
    #expect(device.lastExit("movie") == nil)
  }
}
