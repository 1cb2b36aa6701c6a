import Hummingbird
import TorporPages

/// What uses the battery: the level and activity by hour, apps by share, what never sleeps and what to do about it.
///
/// It is read when it is opened, when it is asked for again, and once the daemon is there where it was not; nothing of it
/// is followed.
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
