import Hummingbird
import TorporPages

/// The settings of the device and of each app, which can be changed here.
struct SettingsPage: Page {
  let name = "settings"
  let title = "Settings"

  /// The maximum size of a change: 4 KiB, many times the size of all settings together.
  private static let bodyBytesMax = 4 << 10

  func addRoutes(to router: Router<Site.Context>, of site: Site) {
    router.get("/api/settings") { request, _ in
      let app = request.uri.queryParameters["app"].map(String.init)
      return await Response.answering { try await site.link.ask(SettingsQuestion(app: app)) }
    }
    router.post("/api/settings") { request, _ in
      let body = try await request.body.collect(upTo: Self.bodyBytesMax)
      return await Response.answering {
        try await site.link.ask(try PageQuestion.change(Array(body.readableBytesView)))
      }
    }
  }
}
