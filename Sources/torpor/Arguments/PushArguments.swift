import Glibc
import TorporModel
import TorporPosix
import TorporText
import TorporWire

/// The options of `torpor push` as they were typed; every mistake is found before the daemon is asked.
struct PushArguments {
  var type: String?
  var priority: String?
  var collapseIdentifier: String?
  var expiresIn: String?

  /// What is sent.
  ///
  /// - Throws: `CommandFailure.usage` naming the option or the payload, and what it takes.
  func call(app: String, payload: String) throws(CommandFailure) -> Control.Push {
    let call = Control.Push(
      app: app,
      payload: payload,
      kind: try kind(),
      priority: try importance(),
      collapseIdentifier: try collapse(),
      lifetime: try lifetime()
    )
    do throws(PushPayloadMistake) {
      _ = try call.readPayload()
    } catch {
      throw .usage(error.sentence)
    }
    return call
  }

  private func kind() throws(CommandFailure) -> PushKind? {
    guard let type else { return nil }
    if let kind = PushKind(rawValue: type) { return kind }
    let allowed = PushKind.allCases.map(\.rawValue)
    throw .usage(
      "--type cannot be '\(Printable.line(type))'. Allowed: \(allowed.joined(separator: ", "))."
        + Spelling.hint(for: type, among: allowed)
    )
  }

  private func importance() throws(CommandFailure) -> PushPriority? {
    guard let priority else { return nil }
    if let known = Int(priority).flatMap(PushPriority.init(rawValue:)) { return known }
    throw .usage(
      "--priority takes 10 (at once), 5 (when it costs little) or 1 (never wakes the device), not "
        + "'\(Printable.line(priority))'."
    )
  }

  private func collapse() throws(CommandFailure) -> String? {
    guard let collapseIdentifier else { return nil }
    let most = Control.Push.collapseIdentifierBytes.upperBound
    guard (1...most).contains(collapseIdentifier.utf8.count) else {
      throw .usage(
        "--collapse-id takes 1 to \(most) bytes, not \(collapseIdentifier.utf8.count)."
      )
    }
    return collapseIdentifier
  }

  private func lifetime() throws(CommandFailure) -> Duration? {
    // Apple's "now or never", which is no length that other options take.
    if expiresIn == "0" { return .zero }
    return try OptionValue.length("--expires-in", expiresIn)
  }
}

/// The payload of a push: as it stands, `@` and the path of a file, or `-` for standard input.
enum PayloadArgument {
  /// The text of the payload.
  ///
  /// - Throws: `CommandFailure.failed` where a file cannot be read, or is no text.
  static func read(_ argument: String) throws(CommandFailure) -> String {
    let path: String
    if argument == "-" {
      path = argument
    } else if argument.hasPrefix("@") {
      path = String(argument.dropFirst())
    } else {
      return argument
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileBytes.readArgument(path)
    } catch {
      throw .failed(
        "The payload cannot be read: \(error). Give a file that exists as '@payload.json', or the JSON "
          + "itself."
      )
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .failed(
        "The payload in '\(Printable.line(path))' is not UTF-8 text. Write it as JSON."
      )
    }
    // An editor ends the file with a line break, which is not to be counted.
    return text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}
