import TorporModel
import TorporWire

/// What `torpor adopt` prints.
enum AdoptionText {
  static func lines(
    _ reply: Control.ListAdoptable.Reply,
    isDryRun: Bool,
    _ style: Style,
    width: Int? = nil
  ) -> [String] {
    var lines = table(reply, isDryRun: isDryRun, style, width)
    let unsaved = reply.unsaved.map { ["Whether adoption is on is not saved: \($0)"] } ?? []
    lines += (reply.missing + reply.mistakes + unsaved).map { style.paint($0, .bad) }
    lines.append(style.paint(summary(reply, isDryRun: isDryRun), .faint))
    return lines
  }

  private static func table(
    _ reply: Control.ListAdoptable.Reply,
    isDryRun: Bool,
    _ style: Style,
    _ width: Int?
  ) -> [String] {
    guard !reply.apps.isEmpty else {
      return ["The desktop has not started any app in a group of the app's own."]
    }
    var table = Table([
      .init("NAME", widthMin: 12), .init("GROUPS", .right), .init("ADOPTED"),
      .init(isDryRun ? "WOULD BE FROZEN NOW" : "FROZEN", widthMin: 20),
    ])
    for app in reply.apps {
      table.add([
        .init(title(of: app)), .init("\(app.groups.count)"),
        .init(app.isAdopted ? "yes" : "no", app.isAdopted ? .good : .faint),
        .init(verdict(of: app, isDryRun: isDryRun), app.obstacle == nil ? .plain : .quiet),
      ])
    }
    return table.lines(style, width: width)
  }

  /// The identifier, with the name where that says more.
  private static func title(of app: AdoptableApp) -> String {
    guard let identifier = app.app?.text, identifier != app.name else { return app.name }
    return "\(identifier) (\(app.name))"
  }

  private static func verdict(of app: AdoptableApp, isDryRun: Bool) -> String {
    if let obstacle = app.obstacle { return "no: \(obstacle)" }
    return app.isAdopted || isDryRun ? "yes" : "when it has left the screen"
  }

  private static func summary(_ reply: Control.ListAdoptable.Reply, isDryRun: Bool) -> String {
    let rules = "\(reply.rulesPath) says what is never adopted."
    if isDryRun {
      return "Nothing was changed. "
        + (reply.isOn
          ? "Adoption is on; `torpor adopt --off` turns it off. "
          : "`torpor adopt` turns adoption on. ")
        + rules
    }
    return reply.isOn
      ? "Adoption is on. Apps are frozen 5 s after they have left the screen; `torpor adopt --off` lets all of them run. "
        + rules
      : "Adoption is off."
  }
}
