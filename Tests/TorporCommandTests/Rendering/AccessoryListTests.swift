import Testing
import TorporModel

@testable import torpor

@Suite("The list of accessories")
struct AccessoryListTests {
  @Test("says what each is called, where it is, what it speaks, and who told of it")
  func table() {
    let accessories = [
      Accessory(
        name: "Label Printer 0042",
        protocols: ["com.example.labels", "usb:1234:abcd", "tty"],
        devicePath: "/dev/ttyUSB0"
      ),
      Accessory(name: "pump\u{1B}[2J", isSimulated: true),
    ]
    #expect(
      AccessoryList.lines(accessories, .plain).joined(separator: "\n") == """
        ACCESSORY           DEVICE        PROTOCOLS                               BY
        Label Printer 0042  /dev/ttyUSB0  com.example.labels, usb:1234:abcd, tty  kernel
        pump\\x1b[2J         -             any                                     command
        """
    )
    #expect(AccessoryList.lines([], .plain) == ["No accessory is connected."])
  }

  @Test("is of nodes that are there")
  func device() throws {
    #expect(try AccessoryArguments.device("/dev/null") == "/dev/null")
    let relative = #expect(throws: CommandFailure.self) {
      try AccessoryArguments.device("dev/null")
    }
    #expect(
      relative?.sentence
        == "'dev/null' is not a device node: give its full path, as in /dev/ttyUSB0."
    )
    let missing = #expect(throws: CommandFailure.self) {
      try AccessoryArguments.device("/dev/no-such-node")
    }
    #expect(
      missing?.sentence
        == "There is no device node /dev/no-such-node. Connect the device first, or leave --device out."
    )
  }
}
