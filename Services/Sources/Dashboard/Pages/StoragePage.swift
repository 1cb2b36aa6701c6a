import Hummingbird
import TorporPages

/// What apps take of the disk, what to do about it, and buttons that remove their caches.
///
/// It is read when it is opened, while a measurement or a removal that somebody has asked for is under way, and on request;
/// nothing of it is followed.
struct StoragePage: Page {
  let name = "storage"
  let title = "Storage"

  /// The most that a request may have: 4 KiB, many times what an identifier needs.
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
