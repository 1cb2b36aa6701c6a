import Hummingbird
import TorporPages

/// The activity of apps in the last hours, drawn as by `torpor timeline`.
struct TimelinePage: Page {
  let name = "timeline"
  let title = "Timeline"

  func addRoutes(to router: Router<Site.Context>, of site: Site) {
    router.get("/api/timeline") { request, _ in
      let hours = request.uri.queryParameters["hours"].flatMap { Int($0) } ?? 24
      return await Response.answering("text/html") {
        try await site.link.ask(TimelineQuestion(hours: hours))
      }
    }
  }
}
