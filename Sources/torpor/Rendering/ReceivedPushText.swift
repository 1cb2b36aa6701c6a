import TorporModel
import TorporText

/// The pushes that came to an app from a gateway: what `torpor why` shows of them.
enum ReceivedPushText {
  /// How many are shown, the last ones; our choice: what fits beside the rest on a screen.
  private static let countMax = 8

  /// A heading and a line for each push; nothing where none came.
  static func section(
    _ pushes: [ReceivedPush],
    _ clock: WallClock,
    _ style: Style
  ) -> [String] {
    guard !pushes.isEmpty else { return [] }
    return Explanation.section(
      "Pushes from the gateway",
      pushes.suffix(countMax).map { line($0, clock) },
      style
    )
  }

  /// The way of one push, from the gateway to the app.
  static func line(_ push: ReceivedPush, _ clock: WallClock) -> String {
    var steps: [String] = []
    if let sent = push.sentWallMicroseconds {
      steps.append("accepted by the gateway at \(clock.text(ofWallMicroseconds: sent))")
    }
    steps.append("arrived at \(clock.text(of: push.arrived))")
    let moment = clock.text(of: push.since)
    switch push.stage {
    case .arrived: break
    case .shown: steps.append("shown to the user")
    case .held: steps.append("held since \(moment)" + causes(of: push, clock))
    case .denied: steps.append("not delivered" + causes(of: push, clock))
    case .delivered: steps.append("delivered to the app at \(moment)")
    case .handled: steps.append("handled by the app at \(moment)")
    }
    let way = push.channel.map { " on broadcast channel \($0)" } ?? ""
    return "\(push.kind.rawValue) \(push.apnsIdentifier)\(way): " + steps.joined(separator: ", ")
  }

  private static func causes(of push: ReceivedPush, _ clock: WallClock) -> String {
    guard !push.conditions.isEmpty else { return "" }
    let phrases = push.conditions.map { condition in
      condition.phrase(for: .wake(.silentPush))
        + (condition.until.map { " (until \(clock.text(of: $0)))" } ?? "")
    }
    return " because " + phrases.joined(separator: "; ")
  }
}
