import TorporModel
import TorporText
import TorporWire

/// A place as it was typed: `52.52 13.405`.
enum LocationArguments {
  /// Where the device is said to be.
  ///
  /// - Throws: `CommandFailure.usage` naming what is out of its range.
  static func fix(
    latitude: String,
    longitude: String,
    accuracy: String?
  ) throws(CommandFailure) -> Control.Locate {
    var fix = Control.Locate(
      latitude: try degrees("LAT", latitude, most: 90),
      longitude: try degrees("LON", longitude, most: 180)
    )
    guard let accuracy else { return fix }
    guard let metres = Double(accuracy), Control.Locate.accuracyMetresRange.contains(metres) else {
      throw .usage(
        "--accuracy takes metres, such as 10 or 2.5, not '\(Printable.line(accuracy))'."
      )
    }
    fix.accuracyMetres = metres
    return fix
  }

  private static func degrees(
    _ name: String,
    _ text: String,
    most: Int
  ) throws(CommandFailure) -> Double {
    guard let degrees = Double(text), abs(degrees) <= Double(most) else {
      throw .usage(
        "\(name) takes degrees from -\(most) to \(most), such as 13.405, not "
          + "'\(Printable.line(text))'. South and west are negative."
      )
    }
    return degrees
  }
}
