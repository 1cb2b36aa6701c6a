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

  /// Where the program of an app is while it is offloaded, and while it is packed or brought back: beside its bundle.
  ///
  /// Where it has no bundle, nothing has these names.
  static func archives(of recipe: LaunchRecipe) -> [String] {
    let components = recipe.workingDirectory.pathComponents
    guard let name = components.last.map(String.init) else { return [] }
    let parent = "/" + components.dropLast().joined(separator: "/")
    return (OffloadArchive.names(ofBundle: name) + [OffloadArchive.workFolder(ofBundle: name)])
      .map { parent + "/" + $0 }
  }

  /// Whose container the bundle lies in, other than that of the app itself.
  private func containerOwner(of bundle: String, besides app: AppIdentifier) -> AppIdentifier? {
    owners.keys.sorted().first { other in
      guard other != app, let container = owners[other]?.container else { return false }
      return NeededPath.path(bundle, in: container) != nil
    }
  }

  /// Who else needs something of a bundle, with what helps; `nil`: nobody, as far as Torpor knows.
  func otherNeed(of bundle: String, besides app: AppIdentifier) -> String? {
    if let owner = containerOwner(of: bundle, besides: app) {
      return
        "it lies in the data of '\(owner)', where an archive could be removed with its caches. Install it from elsewhere first"
    }
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
