import Testing
import TorporModel

@testable import TorporCore

private let megabyte: Int64 = 1_000_000

/// A device of 2 GB: two apps that run in the background with a task, one that is suspended, one in front.
private func device(_ profile: ProfileName = .ios7) -> TestDevice {
  var device = TestDevice(profile)
  for name in ["small", "large", "frozen", "front"] { device.install(name) }
  for name in ["small", "large", "frozen", "front"] {
    device.open(name)
    if name == "small" || name == "large" { _ = device.beginTask(name) }
    if profile == .linux, name != "front" { device.user(.home(app: device.app(name))) }
    device.pass(.seconds(1))
  }
  for (name, megabytes) in [("small", 100), ("large", 300), ("frozen", 200)] {
    device.report(name, .footprint(bytes: Int64(megabytes) * megabyte))
  }
  return device
}

extension TestDevice {
  fileprivate mutating func memory(_ megabytes: Int64, isFresh: Bool = true) {
    memory(.warning, megabytes, isFresh: isFresh)
  }

  fileprivate mutating func memory(
    _ level: MemoryPressureLevel,
    _ megabytes: Int64,
    isFresh: Bool = true,
    readAgain: Int64 = 0
  ) {
    tell(
      .memory(
        MemoryReport(
          level: level,
          availableBytes: megabytes * megabyte,
          totalBytes: 2000 * megabyte,
          evidence: MemoryEvidence(
            swap: nil,
            refaultedBytes: readAgain * megabyte,
            fileCacheBytes: 200 * megabyte,
            fullStallPermille: 700,
            isFresh: isFresh
          )
        )
      )
    )
  }

  fileprivate func wasTold(_ name: String) -> Bool {
    callbacks(name).contains("willTerminate")
  }

  fileprivate func ends(_ name: String) -> [Decision] {
    decisions(name) { if case .end = $0 { true } else { false } }
  }
}

/// The same, when the suspended one has gone and its memory did not do.
private func shortDevice() -> TestDevice {
  var device = device()
  device.memory(190)
  return device
}

@Suite("The last words of an app that is ended for its memory")
struct LastWordsTests {
  @Test("are for those that run; what is suspended goes without a word (T9, T10)")
  func runningAreTold() {
    var device = shortDevice()
    device.memory(60)
    #expect(device.lastExit("frozen") == .jetsam)
    #expect(!device.wasTold("frozen"))
    #expect(device.wasTold("large"))
    #expect(device.lastExit("large") == .jetsam)
    #expect(device.broken == [])
  }

  @Test(
    "are asked of the largest first where the profile is one of iOS, and of no more than it takes"
  )
  func largestFirst() {
    var device = device()
    device.memory(190)
    #expect(device.lastExit("frozen") == .jetsam)
    #expect(!device.wasTold("large"))
    device.memory(60)
    #expect(device.wasTold("large"))
    #expect(!device.wasTold("small"))
    #expect(device.state("front") == .active)
  }

  @Test("may take 5 s, and no longer")
  func fiveSeconds() {
    var device = shortDevice()
    device.slowCallbacks = ["willTerminate"]
    device.memory(60)
    #expect(device.wasTold("large"))
    device.pass(.milliseconds(4999))
    #expect(device.lastExit("large") == nil)
    device.pass(.milliseconds(1))
    #expect(device.lastExit("large") == .jetsam)
    #expect(device.broken == [])
  }

  @Test("end the app's process as soon as they are said")
  func returned() {
    var device = shortDevice()
    device.memory(60)
    #expect(device.lastExitAt("large") == device.now)
  }

  @Test("are not asked for where memory is shortest: below half of the critical line")
  func shortest() {
    var device = shortDevice()
    device.memory(49)
    #expect(device.lastExit("large") == .jetsam)
    #expect(!device.wasTold("large"))
  }

  @Test("are cut short when memory gets shortest meanwhile")
  func cutShort() {
    var device = device()
    device.slowCallbacks = ["willTerminate"]
    device.memory(60)
    device.pass(.seconds(1))
    #expect(device.lastExit("large") == nil)
    device.memory(40, isFresh: false)
    #expect(device.lastExit("large") == .jetsam)
    #expect(device.lastExitAt("large") == device.now)
    #expect(device.broken == [])
  }

  @Test("are waited for by the next, where they go one by one, and so is what they give back")
  func oneByOne() {
    var device = device(.linux)
    device.slowCallbacks = ["willTerminate"]
    device.memory(.critical, 60)
    #expect(device.lastExit("frozen") == .jetsam)
    #expect(!device.wasTold("small") && !device.wasTold("large"))
    device.pass(.seconds(5))
    device.memory(.critical, 60)
    let told = ["small", "large"].filter { device.wasTold($0) }
    #expect(told.count == 1)
    for _ in 1...4 {
      device.pass(.seconds(1))
      device.memory(.critical, 60)
    }
    #expect(["small", "large"].filter { device.wasTold($0) } == told)
    #expect(device.lastExit(told[0]) == nil)
    device.pass(.seconds(1))
    #expect(device.lastExit(told[0]) == .jetsam)
    // Its memory has not come back yet.
    device.pass(.seconds(1))
    device.memory(.critical, 60)
    #expect(["small", "large"].filter { device.wasTold($0) } == told)
    device.pass(.seconds(4))
    device.memory(.critical, 60)
    #expect(["small", "large"].filter { device.wasTold($0) }.count == 2)
    #expect(device.broken == [])
  }

  @Test("of a program that knows nothing of the system are what it does at SIGTERM")
  func plainProgram() {
    var device = device()
    device.install("plain", isCooperative: false)
    device.open("plain")
    device.report("plain", .started)
    device.open("front")
    device.report("plain", .footprint(bytes: 900 * megabyte))
    device.memory(190)
    device.memory(60)
    #expect(
      device.count { effect in
        if case .requestTermination = effect { true } else { false }
      } == 1
    )
  }

  @Test("leave a decision that says how much was free")
  func figures() throws {
    var device = shortDevice()
    device.memory(60)
    let end = try #require(device.ends("large").last)
    let short = try #require(end.conditions.first { $0.reason == .memoryPressure })
    #expect(
      short.memory
        == FreeMemory(
          availableBytes: 60 * megabyte,
          totalBytes: 2000 * megabyte,
          swapFreeBytes: 0,
          swapTotalBytes: 0
        )
    )
    #expect(
      end.sentence()
        == "killed com.example.large: memory is short (critical: 60 of 2000 MB are available, no swap)"
    )
    let warning = try #require(
      device.decisions("front") { $0 == .warnOfMemory }.last
    )
    #expect(
      warning.sentence()
        == "warned com.example.front that memory is short: 60 of 2000 MB are available, no swap"
    )
  }

  @Test("are asked of nobody, and nobody goes, while memory suffices, whatever waits")
  func plenty() {
    for profile in [ProfileName.ios7, .linux] {
      var device = device(profile)
      for megabytes in [1000, 600, 400, 310] {
        device.memory(.critical, Int64(megabytes))
        device.pass(.seconds(6))
      }
      for name in ["small", "large", "frozen", "front"] { #expect(device.lastExit(name) == nil) }
    }
  }

  @Test("are not needed for what the kernel repeats: one suspended app for each time it helps")
  func thrashing() {
    var device = device()
    for _ in 1...4 {
      device.memory(.critical, 400, isFresh: false, readAgain: 100)
      device.pass(.seconds(1))
    }
    #expect(device.lastExit("frozen") == .jetsam)
    device.memory(.critical, 400, readAgain: 100)
    #expect(device.lastExit("large") == nil && device.lastExit("small") == nil)
  }
}
