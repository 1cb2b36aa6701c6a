import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

/// A folder that stands in for `/sys`, with devices as the kernel lays them out.
private final class DeviceTree {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["class/tty", "class/hidraw"] { try makeFolder(name) }
  }

  var root: String { folder.path }

  /// A device of a class: its folder with its `uevent`, and its place in the class.
  func add(_ path: String, of subsystem: String, attributes: [String: String] = [:]) throws {
    let name = String(path.split(separator: "/").last ?? "")
    try add(path, attributes: attributes.merging(["uevent": "DEVNAME=\(name)"]) { own, _ in own })
    symlink("../../\(path)", "\(root)/class/\(subsystem)/\(name)")
  }

  func add(_ path: String, attributes: [String: String]) throws {
    try makeFolder(path)
    for (name, value) in attributes { try folder.write(value + "\n", to: "\(path)/\(name)") }
  }

  /// A serial line behind a plug of USB; the folder of the line.
  @discardableResult
  func addUSBSerial(
    port: String = "1-2",
    name: String = "ttyUSB0",
    interface: [String: String] = ["bInterfaceNumber": "00"],
    device: [String: String] = ["product": "Label Printer", "serial": "0042"]
  ) throws -> String {
    let usb = "devices/pci0000:00/0000:00:14.0/usb1/\(port)"
    let numbers = ["idVendor": "1234", "idProduct": "abcd"]
    try add(usb, attributes: device.merging(numbers) { own, _ in own })
    try add("\(usb)/\(port):1.0", attributes: interface)
    let path = "\(usb)/\(port):1.0/\(name)/tty/\(name)"
    try add(path, of: "tty")
    symlink("../../../\(name)", "\(root)/\(path)/device")
    return "/" + path
  }

  func remove(_ subsystem: String, _ name: String) { unlink("\(root)/class/\(subsystem)/\(name)") }

  private func makeFolder(_ name: String) throws {
    var path = root
    for part in name.split(separator: "/") {
      path += "/" + part
      if !Files.isFolder(path) { try Files.makeFolder(path, mode: 0o755) }
    }
  }
}

private func message(_ action: String, _ path: String, _ subsystem: String) -> [UInt8] {
  let parts = [
    "\(action)@\(path)", "ACTION=\(action)", "DEVPATH=\(path)", "SUBSYSTEM=\(subsystem)",
    "SEQNUM=7",
  ]
  return parts.flatMap { Array($0.utf8) + [0] }
}

private let printer = Accessory(
  name: "Label Printer 0042",
  protocols: ["usb:1234:abcd", "tty"],
  devicePath: "/dev/ttyUSB0",
  product: "Label Printer",
  serialNumber: "0042"
)

extension EventRecorder {
  fileprivate var accessories: [AccessoryEvent] {
    events.compactMap { event in
      if case .input(.device(.accessory(let event))) = event { event } else { nil }
    }
  }
}

extension LinuxTests {
  @Suite("A device of /sys")
  struct AccessoryReaderTests {
    private let tree: DeviceTree

    init() throws { tree = try DeviceTree() }

    private var names: [String] { AccessoryReader(sysRoot: tree.root).all().map(\.accessory.name) }

    @Test("that is a serial line of USB is an accessory, with what its plug says of it")
    func serial() throws {
      let path = try tree.addUSBSerial(
        interface: ["bInterfaceNumber": "00", "interface": "com.example.labels"],
        device: ["manufacturer": "Example", "product": "Label Printer", "serial": "0042"]
      )
      var expected = printer
      expected.protocols.insert("com.example.labels", at: 0)
      expected.vendor = "Example"
      let found = AccessoryReader(sysRoot: tree.root).all()
      #expect(found.map(\.path) == [path])
      #expect(found.map(\.accessory) == [expected])
    }

    @Test(
      "is named by its numbers where it says nothing, and by its interface where it has several"
    )
    func naming() throws {
      try tree.addUSBSerial(port: "1-1", name: "ttyUSB0", device: [:])
      try tree.addUSBSerial(
        port: "1-2",
        name: "ttyACM0",
        interface: ["bInterfaceNumber": "02"],
        device: ["product": "Modem"]
      )
      #expect(names == ["usb:1234:abcd", "Modem if02"])
    }

    @Test(
      "that is no more than a terminal of the kernel's, its console or a place for a chip is none"
    )
    func otherTerminals() throws {
      try tree.add("devices/virtual/tty/tty1", of: "tty")
      let ports = [
        ("ttyS0", ["console": "Y", "type": "4", "device": ""]),
        ("ttyS1", ["type": "0", "device": ""]), ("ttyS2", ["type": "4", "device": ""]),
      ]
      for (name, attributes) in ports {
        try tree.add("devices/platform/serial8250/tty/\(name)", of: "tty", attributes: attributes)
      }
      let found = AccessoryReader(sysRoot: tree.root).all().map(\.accessory)
      #expect(found == [Accessory(name: "ttyS2", protocols: ["tty"], devicePath: "/dev/ttyS2")])
    }

    @Test("of HID is an accessory where it is plugged in or paired, and none where it is built in")
    func humanInterfaces() throws {
      for (number, bus) in ["0003", "0005", "0018"].enumerated() {
        let device = "devices/bus/\(bus):046D:C52B.000\(number)"
        let uevent = "HID_ID=\(bus):0000046D:0000C52B\nHID_NAME=Pump \(number)\nHID_UNIQ=7"
        try tree.add(device, attributes: ["uevent": uevent])
        try tree.add("\(device)/hidraw/hidraw\(number)", of: "hidraw")
      }
      let found = AccessoryReader(sysRoot: tree.root).all().map(\.accessory)
      #expect(found.map(\.name) == ["Pump 0 7 hidraw", "Pump 1 7 hidraw"])
      #expect(
        found.first
          == Accessory(
            name: "Pump 0 7 hidraw",
            protocols: ["hid:046d:c52b", "hidraw"],
            devicePath: "/dev/hidraw0",
            product: "Pump 0",
            serialNumber: "7"
          )
      )
    }

    @Test("may say of itself what it likes: neither control characters nor length get through")
    func hostile() throws {
      let text = "\u{1B}[2JPump" + String(repeating: "p", count: 500)
      try tree.addUSBSerial(device: ["product": text, "serial": text])
      let name = try #require(names.first)
      #expect(name.utf8.count <= 256)
      #expect(!name.unicodeScalars.contains { $0.value < 32 })
    }
  }

  @Suite("Accessories")
  struct AccessoryAdapterTests {
    private let tree: DeviceTree
    private let loop: EventLoop
    private let sink = EventRecorder()

    init() throws {
      tree = try DeviceTree()
      loop = try EventLoop()
    }

    private func adapter(listensToKernel: Bool = false) -> AccessoryAdapter {
      AccessoryAdapter(
        sysRoot: tree.root,
        listensToKernel: listensToKernel,
        on: loop,
        sink: sink
      )
    }

    private func wait(for count: Int) {
      for _ in 0..<500 where sink.accessories.count < count {
        loop.runOnce(timeoutMilliseconds: 10)
      }
    }

    @Test("are told as the kernel tells of them, and what is none is not")
    func notices() throws {
      let adapter = adapter()
      let path = try tree.addUSBSerial()
      try tree.add("devices/virtual/tty/tty1", of: "tty")
      for path in [path, path, "/devices/virtual/tty/tty1"] {
        adapter.take(message("add", path, "tty"))
      }
      adapter.take(message("change", path, "tty"))
      adapter.take(message("remove", path, "usb-serial"))
      #expect(sink.accessories == [.connected(printer)])
      tree.remove("tty", "ttyUSB0")
      for _ in 0..<2 { adapter.take(message("remove", path, "tty")) }
      #expect(
        sink.accessories
          == [.connected(printer), .disconnected(accessory: "Label Printer 0042")]
      )
    }

    @Test("are looked at anew when messages were lost")
    func overflow() throws {
      let adapter = adapter()
      let path = try tree.addUSBSerial()
      adapter.take(message("add", path, "tty"))
      tree.remove("tty", "ttyUSB0")
      try tree.addUSBSerial(port: "1-3", name: "ttyUSB1", device: ["product": "Scale"])
      adapter.take([])
      adapter.take([])
      #expect(sink.accessories.count == 3)
      #expect(sink.accessories[1] == .disconnected(accessory: "Label Printer 0042"))
      if case .connected(let scale) = sink.accessories[2] { #expect(scale.name == "Scale") }
    }

    @Test("of the same make without numbers are told apart")
    func twins() throws {
      let adapter = adapter()
      for number in 1...2 {
        let path = try tree.addUSBSerial(
          port: "1-\(number)",
          name: "ttyUSB\(number)",
          device: ["product": "Scale"]
        )
        adapter.take(message("add", path, "tty"))
      }
      let names = sink.accessories.compactMap { event in
        if case .connected(let accessory) = event { accessory.name } else { nil }
      }
      #expect(names == ["Scale", "Scale #2"])
    }

    @Test("that the device knows are told again only where they have changed")
    func restart() throws {
      try tree.addUSBSerial()
      let gone = Accessory(name: "Scale", devicePath: "/dev/ttyUSB7")
      try adapter().start(known: [printer, gone])
      #expect(sink.accessories == [.disconnected(accessory: "Scale")])
      var elsewhere = printer
      elsewhere.devicePath = "/dev/ttyUSB3"
      try adapter().start(known: [elsewhere])
      #expect(
        sink.accessories.dropFirst()
          == [.disconnected(accessory: "Label Printer 0042"), .connected(printer)]
      )
    }

    @Test("that were declared stay, as long as their node does")
    func declared() throws {
      try adapter().start(known: [
        Accessory(name: "plain", isSimulated: true),
        Accessory(name: "there", devicePath: "/dev/null", isSimulated: true),
        Accessory(name: "gone", devicePath: "/dev/no-such-node", isSimulated: true),
      ])
      #expect(sink.accessories == [.disconnected(accessory: "gone", isSimulated: true)])
    }

    @Test("of a folder that stands in for the kernel's are told of as they come and go")
    func standIn() throws {
      let adapter = adapter()
      try adapter.start(known: [])
      try tree.addUSBSerial()
      wait(for: 1)
      tree.remove("tty", "ttyUSB0")
      wait(for: 2)
      #expect(
        sink.accessories
          == [.connected(printer), .disconnected(accessory: "Label Printer 0042")]
      )
    }

    /// The kernel sends for a terminal of its own what it would send for a plug; what the device is comes
    /// from the folder that stands in.
    @Test("are heard of from the kernel, and from no process that speaks like it")
    func kernel() throws {
      let uevent = "/sys/class/tty/tty0/uevent"
      guard access(uevent, W_OK) == 0, (try? NetlinkSocket.probe(.devices)) != nil else {
        print("skipped: this kernel lets nobody write \(uevent)")
        return
      }
      let path = "devices/virtual/tty/tty0"
      try tree.add(path, of: "tty", attributes: ["device": ""])
      tree.remove("tty", "tty0")
      let adapter = adapter(listensToKernel: true)
      try adapter.start(known: [])
      #expect(sink.accessories == [])
      // All of it lies in the queue before any of it is read; a forged end would be told once more.
      try Files.write("add", to: uevent)
      speakLikeTheKernel(message("remove", "/" + path, "tty"))
      for action in ["add", "remove", "add"] { try Files.write(action, to: uevent) }
      wait(for: 3)
      let tty = Accessory(name: "tty0", protocols: ["tty"], devicePath: "/dev/tty0")
      #expect(
        sink.accessories == [.connected(tty), .disconnected(accessory: "tty0"), .connected(tty)]
      )
    }

    /// Sends a message to everybody who listens to the kernel's device events, as root may.
    private func speakLikeTheKernel(_ message: [UInt8]) {
      let script = """
        import socket
        link = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15)
        link.sendto(bytes(\(message)), (0, 1))
        """
      guard let child = popen("python3 -c '\(script)'", "r") else { return }
      #expect(pclose(child) == 0)
    }
  }
}
