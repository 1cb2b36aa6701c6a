import TorporModel
import TorporPosix

/// Which devices of `/sys` are accessories, and what is known of each.
///
/// | Class | Is an accessory | Is none |
/// |---|---|---|
/// | `tty` | a serial line with a device behind it: USB (`usb-serial`, `cdc_acm`), Bluetooth, a port of the board | terminals of the kernel's own making, a port without a chip, the kernel's console |
/// | `hidraw` | a device of USB or Bluetooth | what is built in (I²C) |
///
/// Devices of `input` are not among them: they belong to the desktop, and those of HID have a `hidraw`,
/// too. Those of `usb-serial` are the `tty` of the same name.
struct AccessoryReader {
  /// The classes in which accessories are.
  static let subsystems = ["hidraw", "tty"]

  let sysRoot: String

  /// Everything that is connected now, in the order of the devices' folders.
  func all() -> [(path: String, accessory: Accessory)] {
    var found: [(path: String, accessory: Accessory)] = []
    for subsystem in Self.subsystems {
      let folder = sysRoot + "/class/" + subsystem
      for name in Files.names(in: folder) {
        // Most are the kernel's own terminals, of which nothing else is read: a start looks at all of them.
        guard subsystem != "tty" || !Self.isConsole(name) && hasDevice(folder + "/" + name) else {
          continue
        }
        // A link to the device's own folder: ../../devices/…
        guard let target = Files.target(of: folder + "/" + name), target.hasPrefix("../../") else {
          continue
        }
        let path = String(target.dropFirst("../..".count))
        if let accessory = accessory(at: path, of: subsystem) { found.append((path, accessory)) }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The accessory whose folder below the root is at the path; `nil` where the device is none.
  func accessory(at path: String, of subsystem: String) -> Accessory? {
    switch subsystem {
    case "tty":
      guard hasDevice(sysRoot + path), let node = property("DEVNAME", at: path),
        attribute("console", at: path) != "Y", attribute("type", at: path) != Self.noChip
      else { return nil }
      return serialLine(at: path, node: "/dev/" + node)
    case "hidraw":
      return property("DEVNAME", at: path).flatMap { humanInterface(at: path, node: "/dev/" + $0) }
    default: return nil
    }
  }

  /// Whether there is a device behind the line: a link to it; the kernel's own terminals have none.
  private func hasDevice(_ folder: String) -> Bool { Files.exists(folder + "/device") }

  /// `tty`, `tty0` to `tty63`: the terminals of the kernel's own keyboard and screen.
  private static func isConsole(_ name: String) -> Bool {
    name.hasPrefix("tty") && name.utf8.dropFirst(3).allSatisfy { (0x30...0x39).contains($0) }
  }

  /// `PORT_UNKNOWN` of <linux/serial_core.h>: a place for a port that has no chip.
  private static let noChip = "0"

  private func serialLine(at path: String, node: String) -> Accessory {
    let device = usbDevice(above: path)
    let interface = folder(above: path, with: "bInterfaceNumber")
    let numbers = device.flatMap { makerAndProduct(ofUSBDevice: $0) }
    let spoken = interface.flatMap { attribute("interface", at: $0) }
    let product = device.flatMap { attribute("product", at: $0) }
    let serialNumber = device.flatMap { attribute("serial", at: $0) }
    let base = product ?? numbers.map { "usb:" + $0 } ?? String(node.dropFirst("/dev/".count))
    let number = interface.flatMap { attribute("bInterfaceNumber", at: $0) }
    let isFirst = number == nil || number == "00"
    return Accessory(
      name: Self.name(base, serialNumber, isFirst ? nil : number.map { "if" + $0 }),
      protocols: [spoken, numbers.map { "usb:" + $0 }, "tty"].compactMap(\.self),
      devicePath: node,
      vendor: device.flatMap { attribute("manufacturer", at: $0) },
      product: product,
      serialNumber: serialNumber
    )
  }

  /// A device of HID says what it is in the `uevent` of its folder: `HID_ID=0003:0000046D:0000C52B`, which
  /// is its bus, vendor and product.
  private func humanInterface(at path: String, node: String) -> Accessory? {
    guard let device = folder(above: path, where: { property("HID_ID", at: $0) != nil }),
      let identity = property("HID_ID", at: device)?.split(separator: ":"), identity.count == 3,
      Self.outerBuses.contains(identity[0])
    else { return nil }
    let numbers = identity[1...].map { $0.suffix(4).lowercased() }.joined(separator: ":")
    let product = property("HID_NAME", at: device)
    let serialNumber = property("HID_UNIQ", at: device)
    let vendor = usbDevice(above: path).flatMap { attribute("manufacturer", at: $0) }
    return Accessory(
      name: Self.name(product ?? "hid:" + numbers, serialNumber, "hidraw"),
      protocols: ["hid:" + numbers, "hidraw"],
      devicePath: node,
      vendor: vendor,
      product: product,
      serialNumber: serialNumber
    )
  }

  /// `BUS_USB` and `BUS_BLUETOOTH` of <linux/input.h>.
  private static let outerBuses: [Substring] = ["0003", "0005"]

  private static func name(_ parts: String?...) -> String {
    parts.compactMap(\.self).joined(separator: " ")
  }

  // MARK: Folders of the kernel

  private func usbDevice(above path: String) -> String? { folder(above: path, with: "idVendor") }

  /// The numbers of maker and product: `1a86:7523`.
  private func makerAndProduct(ofUSBDevice device: String) -> String? {
    guard let vendor = attribute("idVendor", at: device),
      let product = attribute("idProduct", at: device)
    else { return nil }
    return vendor + ":" + product
  }

  private func folder(above path: String, with file: String) -> String? {
    folder(above: path) { Files.exists(sysRoot + $0 + "/" + file) }
  }

  /// The nearest folder above that is so; what the device belongs to.
  private func folder(above path: String, where isWanted: (String) -> Bool) -> String? {
    var parts = path.pathComponents.dropLast()
    while !parts.isEmpty {
      let folder = "/" + parts.joined(separator: "/")
      if isWanted(folder) { return folder }
      parts = parts.dropLast()
    }
    return nil
  }

  /// An attribute, trimmed; `nil` where there is none or it is empty.
  private func attribute(_ name: String, at path: String) -> String? {
    guard let text = try? Files.read(sysRoot + path + "/" + name) else { return nil }
    return Self.plain(text.prefix { $0 != "\n" })
  }

  /// A value of the folder's `uevent`.
  private func property(_ name: String, at path: String) -> String? {
    guard let text = try? Files.read(sysRoot + path + "/uevent") else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + "=") }
    return line.flatMap { Self.plain($0.dropFirst(name.count + 1)) }
  }

  /// What a device says of itself, without what would break a line, and no longer than a name may be.
  private static func plain(_ text: Substring) -> String? {
    var plain = ""
    for character in text where !character.unicodeScalars.contains(where: { $0.value < 32 }) {
      guard plain.utf8.count + character.utf8.count <= textBytesMax else { break }
      plain.append(character)
    }
    while plain.last == " " { plain.removeLast() }
    while plain.first == " " { plain.removeFirst() }
    return plain.isEmpty ? nil : plain
  }

  /// The longest text that a device may say of itself, in bytes.
  ///
  /// 80: two of them with an interface stay below the 256 bytes of a name; USB has 126 characters at the
  /// most. Our choice.
  private static let textBytesMax = 80
}
