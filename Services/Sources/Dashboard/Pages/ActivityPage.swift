import Hummingbird
import TorporPages

/// The latest decisions, newest first.
struct ActivityPage: Page {
  let name = "activity"
  let title = "Activity"

  func addRoutes(to router: Router<Site.Context>, of site: Site) {
    router.get("/api/log") { request, _ in
      let after = request.uri.queryParameters["after"].map(String.init)
      return await Response.answering { try await site.link.ask(.log(after: after)) }
    }
  }
}
