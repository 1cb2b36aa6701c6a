import TorporModel
import TorporPosix

/// Which Info.plist of a project is that of the app.
enum InformationFile {
  /// The one that was named, else that of a folder `NAME.app`, else that of the target, else the only one.
  ///
  /// - Throws: `CommandFailure` where several could be meant, or the named one is not there.
  static func choose(
    named: String?,
    among found: [String],
    app: String,
    target: String
  ) throws(CommandFailure) -> String? {
    if let named {
      guard Files.exists(named) else {
        throw .failed("There is no '\(named)'. Check what --info-plist names.")
      }
      return named
    }
    let preferences = ["/\(app).app/Info.plist", "/\(target)/Info.plist", "/\(app)-Info.plist"]
    for ending in preferences {
      let fitting = found.filter { $0.hasSuffix(ending) }
      if fitting.count == 1 { return fitting[0] }
    }
    guard found.count <= 1 else {
      throw .usage(
        "Several files can be the app's Info.plist: \(found.joined(separator: ", ")). Choose one with --info-plist."
      )
    }
    return found.first
  }
}
