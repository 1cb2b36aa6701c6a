import TorporText
import TorporWire

/// What a file of `torpor export` holds: for each thing that moves, the calls that make it again.
struct ExportDocument: Hashable {
  /// Counts up when a reader must know more than before; more members alone do not change it.
  static let format: Int64 = 1

  /// One thing that moves.
  struct Item: Hashable {
    enum Kind: String {
      case device, app, job
    }

    var kind: Kind
    /// The app's identifier, or the job's name; of the device "settings".
    var name: String
    /// The login name of its owner; none for the device.
    var user: String?
    var calls: [ControlCall]

    /// How reports name it: "app org.example.reader".
    var title: String { kind == .device ? "settings of the device" : "\(kind.rawValue) \(name)" }
  }

  var items: [Item] = []

  /// The document as it is written: one item a line, so that differences can be seen.
  var text: String {
    let lines = items.map { String(decoding: ExportDocument.json($0).bytes, as: UTF8.self) }
    return "{\"torporExport\":\(ExportDocument.format),\"version\":\"\(TorporCommand.version)\","
      + "\"items\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }

  private static func json(_ item: Item) -> JSON {
    var members = [
      JSON.Member("kind", .string(item.kind.rawValue)), JSON.Member("name", .string(item.name)),
    ]
    if let user = item.user { members.append(JSON.Member("user", .string(user))) }
    return .object(members + [JSON.Member("calls", item.calls.exportJSON)])
  }

  init(items: [Item] = []) { self.items = items }

  /// Reads a file.
  ///
  /// - Throws: `CommandFailure.failed` naming the file, what is wrong and what to do.
  init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
    let json: JSON
    do {
      json = try JSON(parsing: bytes)
    } catch {
      throw .failed("\(path) is not an export of Torpor: \(error). `torpor export` makes one.")
    }
    guard let format = json["torporExport"]?.integer(as: Int64.self) else {
      throw .failed("\(path) is not an export of Torpor. `torpor export` makes one.")
    }
    guard format <= ExportDocument.format else {
      throw .failed(
        "\(path) was written by a newer Torpor (format \(format); this one reads "
          + "\(ExportDocument.format)). Nothing was imported. Install that version here first."
      )
    }
    for (index, item) in (json["items"]?.elements ?? []).enumerated() {
      do throws(WireError) {
        items.append(try ExportDocument.item(item))
      } catch {
        throw .failed(
          "Item \(index + 1) of \(path) cannot be read: \(ExportDocument.cause(error)) Nothing was imported. "
            + "Remove the item from the file, or export again."
        )
      }
    }
  }

  /// What a file's own words need, where those of a call speak of connections and interfaces.
  private static func cause(_ error: WireError) -> String {
    switch error {
    case .malformedMessage(let cause): cause + "."
    case .invalidParameter(let parameter): "'\(parameter)' is missing, or not of its type."
    default: error.sentence
    }
  }

  private static func item(_ json: JSON) throws(WireError) -> Item {
    let said = json["kind"]?.text ?? ""
    guard let kind = Item.Kind(rawValue: said) else {
      throw .malformedMessage(cause: "its kind '\(Printable.line(said))' is not known")
    }
    guard let name = json["name"]?.text else { throw .invalidParameter(parameter: "name") }
    return Item(
      kind: kind,
      name: name,
      user: json["user"]?.text,
      calls: try [ControlCall](exportJSON: json["calls"])
    )
  }
}
