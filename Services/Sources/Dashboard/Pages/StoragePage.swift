import Hummingbird
import TorporPages

/// The disk space used by apps, advice about it, and buttons that remove their caches.
///
/// It is read when the page is opened, while a requested measurement or removal is in progress, and on request; it is
/// not updated continuously.
struct StoragePage: Page {
  let name = "storage"
  let title = "Storage"

  /// The maximum size of a request: 4 KiB, many times the size of an identifier.
  private static let bodyBytesMax = 4 << 10

  func addRoutes(to router: Router<Site.Context>, of site: Site) {
    router.get("/api/storage") { request, _ in
      let word = request.uri.queryParameters["measures"].map(String.init) ?? ""
      return await Response.answering("text/html") {
        try await site.link.ask(StorageQuestion(StorageQuestion.Measuring(rawValue: word) ?? .none))
      }
    }
    router.post("/api/purge") { request, _ in
      let body = try await request.body.collect(upTo: Self.bodyBytesMax)
      return await Response.answering {
        try await site.link.ask(try PageQuestion.purge(Array(body.readableBytesView)))
      }
    }
  }
}
