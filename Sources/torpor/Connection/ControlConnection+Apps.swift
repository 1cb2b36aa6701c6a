import TorporModel
import TorporWire

extension ControlConnection {
  /// An app as it is now, also as the daemon sent it; a command that ended lately as it ended.
  ///
  /// - Throws: `CommandFailure`.
  func app(named name: String) throws(CommandFailure) -> (status: AppStatus, parameters: JSON) {
    let answer = try call(Control.Why(app: name))
    return (answer.reply.app, .object(["app": answer.parameters["app"] ?? .null]))
  }

  /// All apps that the caller may see, also as the daemon sent them.
  ///
  /// - Throws: `CommandFailure`.
  func apps() throws(CommandFailure) -> [(status: AppStatus, parameters: JSON)] {
    let answer = try call(Control.List())
    return Array(zip(answer.reply.apps, answer.parameters["apps"]?.elements ?? []))
  }
}

extension OutputOptions {
  /// Says what a command did to an app: the app as it is now with `--json`, else a sentence to a person.
  ///
  /// - Throws: `CommandFailure`.
  func report(
    _ sentence: String,
    of app: String,
    from daemon: ControlConnection
  ) throws(CommandFailure) {
    guard json else { return Terminal.confirm(sentence) }
    try CommandFailure.after(sentence) { () throws(CommandFailure) in
      try Terminal.show(try daemon.app(named: app).parameters, from: daemon)
    }
  }
}
