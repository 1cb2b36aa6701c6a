// No warnings: an app of SwiftUI as it is written, its views left out.
import BackgroundTasks
import SwiftUI

@main
struct NewsApp: App {
  @UIApplicationDelegateAdaptor(NewsDelegate.self) var delegate
  @Environment(\.scenePhase) private var phase
  @StateObject private var store = NewsStore()

  var body: some Scene {
    WindowGroup {
      ContentView()
    }
    .onChange(of: phase) { newPhase in
      if newPhase == .background { store.scheduleRefresh() }
    }
    .backgroundTask(.appRefresh("com.example.news.refresh")) {
      await refresh()
    }
    .backgroundTask(.urlSession("com.example.news.downloads")) {
      await refresh()
    }
  }

  @Sendable
  private nonisolated func refresh() async {
    await withTaskCancellationHandler {
      try? await Task.sleep(nanoseconds: 1_000_000_000)
    } onCancel: {
      print("no more time")
    }
  }
}

struct ContentView: View {
  var body: some View { Text("News") }
}

@MainActor
final class NewsStore: ObservableObject {
  @Published var articles: [String] = []

  func scheduleRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: "com.example.news.refresh")
    request.earliestBeginDate = .now.addingTimeInterval(3600)
    try? BGTaskScheduler.shared.submit(request)
  }
}

final class NewsDelegate: NSObject, UIApplicationDelegate {}
