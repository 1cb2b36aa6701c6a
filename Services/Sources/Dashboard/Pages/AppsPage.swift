import Hummingbird
import NIOCore
import TorporPages

/// The current state of the apps, live, with the reasons at a click.
struct AppsPage: Page {
  let name = "apps"
  let title = "Apps"

  func addRoutes(to router: Router<Site.Context>, of site: Site) {
    router.get("/api/apps") { request, _ in
      guard let events = await site.feed.events() else {
        return Response(status: .serviceUnavailable)
      }
      return Response(
        status: .ok,
        headers: [.contentType: "text/event-stream"],
        body: ResponseBody { writer in
          // The end of the browser's connection is noticed at once; sending would notice it only at the next change.
          try? await request.body.consumeWithCancellationOnInboundClose { _ in
            for await event in events { try await writer.write(ByteBuffer(bytes: event.bytes)) }
          }
          try await writer.finish(nil)
        }
      )
    }
    router.get("/api/why") { request, _ in
      await Response.answering {
        try await site.link.ask(
          .why(app: request.uri.queryParameters["app"].map(String.init) ?? "")
        )
      }
    }
  }
}
