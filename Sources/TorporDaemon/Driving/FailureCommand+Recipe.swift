import TorporCore
import TorporModel

extension FailureCommand {
  /// How the command is started: as the job is, with the shell in the place of its command.
  func recipe(inPlaceOf recipe: LaunchRecipe) -> LaunchRecipe {
    let told = [
      ("TORPOR_JOB", job.description), ("TORPOR_JOB_NAME", jobName), ("TORPOR_JOB_RESULT", result),
    ]
    var own = recipe
    own.executable = "/bin/sh"
    own.arguments = ["sh", "-c", command]
    own.environment.removeAll { word in told.contains { word.hasPrefix($0.0 + "=") } }
    own.environment += told.map { "\($0.0)=\($0.1)" }
    return own
  }
}
