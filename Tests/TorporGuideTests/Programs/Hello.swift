import Torpor

@MainActor final class Hello: ApplicationDelegate {
  private var drafts = 0

  func applicationDidBecomeActive(_ application: Application) async {
    drafts += 1
    print("on screen; draft \(drafts)")
  }

  func applicationDidEnterBackground(_ application: Application) async {
    try? await application.withBackgroundTask(withName: "save") { await saveEverything() }
  }

  func applicationWillTerminate(_ application: Application) async {
    await saveEverything()
  }
}

func saveEverything() async {}

/// A small file of keys and values in the app's container.
func countLaunches() throws -> Int {
  var saved = try SavedState()
  let count = (try saved.value(Int.self, for: "launches") ?? 0) + 1
  try saved.set(count, for: "launches")
  try saved.save()
  return count
}
