import AppleSupport
import BackgroundTasks
import Foundation
import Testing

@testable import UIKit

private final class FetchDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    UserDefaults.standard.set("by the fetch", forKey: "written")
    completionHandler(.newData)
  }
  func applicationDidEnterBackground(_ application: UIApplication) {
    UserDefaults.standard.set("off screen", forKey: "written")
  }
  func applicationWillTerminate(_ application: UIApplication) {
    UserDefaults.standard.set("at the end", forKey: "written")
  }
}

extension AppTests {
  @MainActor
  @Suite("The home of an app")
  struct HomeTests {
    /// Whether a file of preferences has the text; scripts/sdk says where they are.
    private func isWritten(_ text: String) throws -> Bool {
      let folder = try #require(ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"])
      let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return files.filter { $0.hasSuffix(".plist") }.contains { file in
        FileManager.default.contents(atPath: "\(folder)/\(file)")?.range(of: Data(text.utf8)) != nil
      }
    }

    @Test("has its defaults written wherever the app lets itself be suspended, and not before")
    func defaults() async throws {
      let app = try RunningApp(FetchDelegate())
      app.system.deliver(1, "didEnterBackground")
      await app.system.seen("Returned 1")
      #expect(try isWritten("off screen"))
      app.system.deliver(2, "performFetch", #""hasCompletionHandler": true"#)
      await app.system.seen("Complete 2")
      #expect(try isWritten("by the fetch"))
      UserDefaults.standard.set("in a background task", forKey: "written")
      #expect(try !isWritten("in a background task"))
      end(UIApplication.shared.beginBackgroundTask())
      #expect(try isWritten("in a background task"))
      BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil) {
        @Sendable task in
        UserDefaults.standard.set("by the task", forKey: "written")
        task.setTaskCompleted(success: true)
      }
      app.system.deliver(
        3,
        "launchTask",
        #""identifier": "a.b", "type": "appRefresh", "hasCompletionHandler": true"#
      )
      await app.system.seen("Complete 3")
      #expect(try isWritten("by the task"))
      app.system.deliver(4, "willTerminate")
      await app.system.seen("Returned 4")
      #expect(try isWritten("at the end"))
      await app.stop()
    }

    private func end(_ task: UIBackgroundTaskIdentifier) {
      UIApplication.shared.endBackgroundTask(task)
    }

    @Test("is its container, or the developer reads where it is, and why")
    func complaint() {
      #expect(HomeCheck.complaint(container: nil, home: "/home/anna") == nil)
      #expect(HomeCheck.complaint(container: "", home: "/home/anna") == nil)
      #expect(HomeCheck.complaint(container: "/containers/a", home: "/containers/a") == nil)
      #expect(
        HomeCheck.complaint(container: "/containers/a", home: "/home/anna")
          == "torpor: The app's files are in /home/anna and not in its container, /containers/a: libTorporHome was "
          + "not loaded, or after Foundation. Link the app with the options of the SDK's toolset.json, unchanged.\n"
      )
    }
  }
}
