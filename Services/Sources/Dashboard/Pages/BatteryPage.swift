import Hummingbird
import TorporPages

/// The battery use: the level and activity by hour, apps by share, apps that never sleep and advice about them.
///
/// It is read when the page is opened, on request, and once an absent daemon is available again; it is not updated
/// continuously.
struct BatteryPage: Page {
  let name = "battery"
  let title = "Battery"

  func addRoutes(to router: Router<Site.Context>, of site: Site) {
    router.get("/api/battery") { request, _ in
      let query = request.uri.queryParameters
      let hours = query["hours"].flatMap { Int($0) } ?? 24
      return await Response.answering("text/html") {
        try await site.link.ask(BatteryQuestion(app: query["app"].map(String.init), hours: hours))
      }
    }
  }
}
