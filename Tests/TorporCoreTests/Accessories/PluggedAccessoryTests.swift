import Testing
import TorporModel

@testable import TorporCore

@Suite("An accessory that comes and goes")
struct PluggedAccessoryTests {
  private static let pump = Accessory(
    name: "pump",
    protocols: ["com.example.pump"],
    devicePath: "/dev/pts/7"
  )

  /// An app in front that declares the mode, and supports those protocols.
  private func device(supporting protocols: [String]? = nil) -> TestDevice {
    var device = TestDevice()
    device.install("medic", modes: [.externalAccessory], accessoryProtocols: protocols)
    device.open("medic")
    return device
  }

  private func connected(_ device: inout TestDevice) -> Reply? {
    device.ask("medic", .service(.accessory(.connected)))
  }

  @Test("is told to an app that runs and supports one of its protocols, or names none")
  func protocols() {
    for (protocols, isTold) in [
      (nil, true), (["com.example.pump", "tty"], true), (["com.example.scale"], false), ([], false),
    ] as [([String]?, Bool)] {
      var device = device(supporting: protocols)
      device.tell(.accessory(.connected(Self.pump)))
      #expect(device.callbacks("medic").contains("accessoryDidConnect") == isTold)
      #expect(connected(&device) == .service(.accessories(isTold ? [Self.pump] : [])))
      device.tell(.accessory(.disconnected(accessory: "pump")))
      #expect(device.callbacks("medic").contains("accessoryDidDisconnect") == isTold)
      #expect(connected(&device) == .service(.accessories([])))
    }
  }

  @Test("is told to every app where nothing says what it speaks")
  func withoutProtocols() {
    var device = device(supporting: ["com.example.scale"])
    device.tell(.accessory(.connected(Accessory(name: "ttyS1"))))
    #expect(device.callbacks("medic").last == "accessoryDidConnect")
  }

  @Test("may be plugged and unplugged by a command, which goes the way of the kernel's word")
  func declared() {
    var device = device()
    #expect(device.user(.connectAccessory(Self.pump)) == .done)
    #expect(device.callbacks("medic").last == "accessoryDidConnect")
    #expect(device.device.accessories.map(\.isSimulated) == [true])
    #expect(
      device.user(.connectAccessory(Self.pump))
        == .refused(.service(.accessory(.alreadyConnected(name: "pump"))))
    )
    #expect(device.user(.disconnectAccessory(accessory: "pump")) == .done)
    #expect(device.callbacks("medic").last == "accessoryDidDisconnect")
    #expect(
      device.user(.disconnectAccessory(accessory: "pump"))
        == .refused(.service(.accessory(.notSimulated(name: "pump"))))
    )
    #expect(device.broken == [])
  }

  @Test("is taken away by whoever has brought it")
  func origins() {
    var device = device()
    device.tell(.accessory(.connected(Self.pump)))
    #expect(
      device.user(.disconnectAccessory(accessory: "pump"))
        == .refused(.service(.accessory(.notSimulated(name: "pump"))))
    )
    device.tell(.accessory(.disconnected(accessory: "pump")))
    device.user(.connectAccessory(Self.pump))
    device.tell(.accessory(.disconnected(accessory: "pump")))
    #expect(device.device.accessories.map(\.name) == ["pump"])
  }

  @Test("is one of 256 at the most")
  func limit() {
    var device = device()
    for number in 0..<300 { device.tell(.accessory(.connected(Accessory(name: "\(number)")))) }
    #expect(device.device.accessories.count == 256)
    #expect(
      device.user(.connectAccessory(Self.pump))
        == .refused(.service(.accessory(.tooMany(limit: 256))))
    )
  }

  @Test("takes its lines with it, so that nothing of it wakes anybody afterwards")
  func lines() {
    var device = device()
    device.tell(.accessory(.connected(Self.pump)))
    device.ask("medic", .service(.accessory(.open(accessory: "pump"))))
    for (name, purpose) in [("line", DescriptorPurpose.accessory("pump")), ("other", .other)] {
      device.ask("medic", .service(.descriptor(.watch(name: name, purpose: purpose))))
    }
    device.home()
    device.pass(.minutes(1))
    device.tell(.accessory(.disconnected(accessory: "pump")))
    let app = device.app("medic")
    let drops = device.log.filter { $0.effect == .service(.dropDescriptor(app: app, name: "line")) }
    #expect(drops.count == 1)
    #expect(device.device.descriptors(of: app).held.map(\.name) == ["other"])
    device.pass(.minutes(1))
    device.tell(.descriptor(app: app, name: "line", isHungUp: true))
    #expect(device.state("medic") == .suspended)
    #expect(device.callbacks("medic").count { $0 == "accessoryDidDisconnect" } == 1)
  }

  @Test("whose line hangs up first is told to be gone once")
  func hangUpFirst() {
    var device = device()
    device.tell(.accessory(.connected(Self.pump)))
    device.ask("medic", .service(.accessory(.open(accessory: "pump"))))
    device.ask(
      "medic",
      .service(.descriptor(.watch(name: "line", purpose: .accessory("pump"))))
    )
    device.home()
    device.pass(.minutes(1))
    device.tell(.descriptor(app: device.app("medic"), name: "line", isHungUp: true))
    device.tell(.accessory(.disconnected(accessory: "pump")))
    #expect(device.callbacks("medic").count { $0 == "accessoryDidDisconnect" } == 1)
    // When it comes again and goes, that is told anew.
    device.pass(.minutes(1))
    device.tell(.accessory(.connected(Self.pump)))
    device.pass(.minutes(1))
    device.tell(.accessory(.disconnected(accessory: "pump")))
    #expect(
      device.callbacks("medic").filter { $0.hasPrefix("accessory") } == [
        "accessoryDidConnect", "accessoryDidDisconnect", "accessoryDidConnect",
        "accessoryDidDisconnect",
      ]
    )
    #expect(device.broken == [])
  }

  @Test("is not there any more when the machine was restarted")
  func reboot() {
    var device = device()
    device.user(.connectAccessory(Self.pump))
    device.tell(.booted)
    #expect(device.device.accessories == [])
  }
}
