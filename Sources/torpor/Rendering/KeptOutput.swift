import TorporModel
import TorporWire

/// How much is kept of what an app has printed.
struct KeptOutput: Hashable {
  var bytes: Int64
  /// All that it ever printed.
  var bytesPrinted: Int64

  /// What `torpor why` says of it; nothing where nothing was printed.
  static func section(_ output: KeptOutput?, of subject: Subject, _ style: Style) -> [String] {
    guard let output, output.bytesPrinted > 0, case .app(let app, _, _, _) = subject else {
      return []
    }
    return Explanation.section("Its output", [output.line(of: app.app)], style)
  }

  func line(of app: AppIdentifier) -> String {
    let kept = Quantities.text(ofBytes: bytes)
    let rest =
      bytes < bytesPrinted ? ", the last of \(Quantities.text(ofBytes: bytesPrinted))" : ""
    return "\(kept) kept\(rest): `torpor output \(app)`"
  }
}

extension Subject {
  /// The facts, with how much is kept of what an app has printed.
  func json(printed: KeptOutput?) -> JSON {
    guard let printed, case .object(let members) = json else { return json }
    return .object(
      members + [
        .init("outputBytes", .integer(printed.bytes)),
        .init("outputBytesPrinted", .integer(printed.bytesPrinted)),
      ]
    )
  }
}
