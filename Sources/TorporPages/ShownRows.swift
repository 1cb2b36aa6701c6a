import TorporText
import TorporWire

/// The rows of a table of apps: those that are shown at once, and those behind a button.
struct ShownRows {
  private let rows: [String]
  /// How what is behind the button differs: "that used less".
  private let lesser: String

  init(_ rows: [String], lesser: String) {
    self.rows = rows
    self.lesser = lesser
  }

  private var hidden: ArraySlice<String> { rows.dropFirst(BatteryStatus.appsShown) }

  var shown: String { rows.prefix(BatteryStatus.appsShown).joined(separator: "\n") }

  /// A part of the table that the button shows; empty where all are shown.
  var rest: String {
    hidden.isEmpty
      ? "" : "<tbody id=\"more-apps\" hidden>\(hidden.joined(separator: "\n"))</tbody>"
  }

  var button: String {
    hidden.isEmpty
      ? ""
      : "<p><button type=\"button\" class=\"do\" data-more=\"more-apps\" aria-controls=\"more-apps\" "
        + "aria-expanded=\"false\">Show \(hidden.count) \(hidden.count == 1 ? "app" : "apps") \(lesser)</button></p>"
  }
}
