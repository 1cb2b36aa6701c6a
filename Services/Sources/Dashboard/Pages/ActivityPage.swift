import Hummingbird
import TorporPages

/// What was decided last, newest first.
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
