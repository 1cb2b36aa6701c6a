import TorporModel
import TorporWire

/// What a job did or printed asked for by the command for apps, and the other way round.
enum NamedElsewhere {
  /// The failure to show the output of an app; where the name is that of a job, with the command for it.
  static func failure(
    _ failure: CommandFailure,
    ofApp name: String,
    at path: String
  ) -> CommandFailure {
    guard case .refused(.refused(.unknownApp)) = failure,
      let job = try? ControlConnection(to: path).job(named: name).status
    else { return failure }
    return .failed("'\(name)' is a job. Its output: `torpor jobs output \(job.name)`")
  }

  /// The failure to show the decisions about an app; where the name is that of a job, as above.
  static func failure(
    _ failure: CommandFailure,
    ofLog name: String?,
    at path: String
  ) -> CommandFailure {
    guard let name, case .refused(.refused(.unknownApp)) = failure,
      let job = try? ControlConnection(to: path).job(named: name).status
    else { return failure }
    return .failed("'\(name)' is a job. What was decided about it: `torpor why \(job.name)`")
  }

  /// The failure to show the output of a job; where the name is that of an app, with the command for it.
  static func failure(
    _ failure: CommandFailure,
    ofJob name: String,
    at path: String
  ) -> CommandFailure {
    guard case .refused(.refused(.unknownJob)) = failure,
      let app = try? ControlConnection(to: path).call(Control.Why(app: name)).reply.app
    else { return failure }
    return .failed("'\(name)' is an app. Its output: `torpor output \(app.app)`")
  }
}
