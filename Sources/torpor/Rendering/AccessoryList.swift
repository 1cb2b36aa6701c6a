import TorporModel
import TorporText

/// Accessories as a table: what `torpor accessory` shows.
enum AccessoryList {
  static func lines(_ accessories: [Accessory], _ style: Style, width: Int? = nil) -> [String] {
    guard !accessories.isEmpty else { return ["No accessory is connected."] }
    var table = Table([
      .init("ACCESSORY", widthMin: 12), .init("DEVICE", widthMin: 12),
      .init("PROTOCOLS", widthMin: 20), .init("BY"),
    ])
    for accessory in accessories {
      table.add([
        .init(Printable.line(accessory.name)),
        .init(Printable.line(accessory.devicePath ?? "-")),
        .init(Printable.line(protocols(of: accessory))),
        .init(accessory.isSimulated ? "command" : "kernel", .faint),
      ])
    }
    return table.lines(style, width: width)
  }

  private static func protocols(of accessory: Accessory) -> String {
    accessory.protocols.isEmpty ? "any" : accessory.protocols.joined(separator: ", ")
  }
}
