import TorporCore
import TorporModel

// Programs that are in an archive, and come back before they run.

extension Driver {
  /// How the process of an app is started whose program is in an archive: the program that unpacks it becomes the app.
  func restoring(_ recipe: LaunchRecipe, of app: AppIdentifier) -> LaunchRecipe {
    guard device.apps[app]?.persistentState.offloadedSince != nil, let program = restoringProgram,
      let bundle = bundle(of: app)
    else { return recipe }
    var own = recipe
    own.executable = program
    own.arguments =
      [program, Driver.restoringWord, app.text, bundle, recipe.executable] + recipe.arguments
    // The bundle is not there to start in.
    own.workingDirectory = "/"
    return own
  }

  /// What the program is told with it (`ProgramRestoring` of torpor).
  private static let restoringWord = "restore-program"

  /// Who else needs something of a bundle, with what helps; `nil`: nobody, as far as Torpor knows.
  func otherNeed(of bundle: String, besides app: AppIdentifier) -> String? {
    func isInside(_ path: String) -> Bool { path == bundle || path.path(beneath: bundle) != nil }
    for other in owners.keys.sorted() where other != app && device.keepsRecipe(of: other) {
      guard let recipe = recipe(of: other) else {
        return
          "the journal does not say what '\(other)' needs. Free space on its disk and try again"
      }
      let files = Driver.files(of: recipe) + [recipe.container].compactMap { $0 }
      if let path = files.first(where: isInside) {
        let name = JobRecord.job(ofApp: other).map { "job \($0)" } ?? "'\(other)'"
        return "\(name) needs \(path). Have that run from elsewhere first"
      }
    }
    if let recipe = recipe(of: app) {
      let home = recipe.environment.first { $0.hasPrefix("HOME=") }.map { String($0.dropFirst(5)) }
      if let home, isInside(home) { return "the home folder of its user lies in \(bundle)" }
    }
    let open = device.transfers.records.filter { $0.outcome == nil }.map(\.transfer)
    for (transfer, stored) in zip(open, open.isEmpty ? [] : storedTransfers(open)) {
      guard let stored else {
        return "the journal does not say what transfer \(transfer) needs. Try again"
      }
      if let path = Driver.files(of: stored.content, transfer).first(where: isInside) {
        return "transfer \(transfer) needs \(path). Wait for it or cancel it (`torpor transfers`)"
      }
    }
    return nil
  }
}
