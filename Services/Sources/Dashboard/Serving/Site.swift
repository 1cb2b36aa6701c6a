import HTTPTypes
import Hummingbird
import NIOCore
import TorporPages

/// The responses of the dashboard: its pages behind the gate.
struct Site: Sendable {
  typealias Context = BasicRequestContext

  static let loginPath = "/login"

  let login: Login
  let link: DaemonLink
  let feed: AppsFeed

  init(login: Login, socketPath: String) {
    self.login = login
    link = DaemonLink(path: socketPath)
    feed = AppsFeed(link)
  }

  /// The pages in the order of the menu; to add one, add a file, and a line here.
  static let pages: [any Page] = [
    AppsPage(), BatteryPage(), StoragePage(), TimelinePage(), ActivityPage(), SettingsPage(),
  ]

  func responder() -> some HTTPResponder<Context> {
    let router = Router(context: Context.self)
    router.add(middleware: Gate(login: login))
    router.get(RouterPath(Self.loginPath)) { request, _ in enter(request) }
    router.get("/") { _, _ in Response.text(Shell.html, "text/html") }
    router.get("/style.css") { _, _ in
      Response.bytes(
        Array(Stylesheet.text.utf8) + TimelineAssets.style
          + Array((Stylesheet.battery + Stylesheet.storage).utf8),
        "text/css"
      )
    }
    router.get("/shell.js") { _, _ in Response.text(Shell.script, "text/javascript") }
    router.get("/timeline.js") { _, _ in Response.bytes(TimelineAssets.script, "text/javascript") }
    router.get("/icon.svg") { _, _ in Response.text(Shell.icon, "image/svg+xml") }
    for page in Self.pages {
      router.get(RouterPath("/pages/\(page.name).js")) { _, _ in
        Response.text(page.script, "text/javascript")
      }
      page.addRoutes(to: router, of: self)
    }
    return router.buildResponder()
  }

  /// Admits a browser that presents the token, and shows it the dashboard at an address without the token.
  ///
  /// This uses a page and not a redirect: a browser that came from another program's page withholds a strict cookie
  /// until a page of the dashboard itself makes a request.
  private func enter(_ request: Request) -> Response {
    let isIn = login.isKnown(request.headers[values: .cookie].joined(separator: "; "))
    let cookie = login.cookie(forToken: request.uri.queryParameters["token"] ?? "")
    guard isIn || cookie != nil else { return Response(status: .unauthorized) }
    var response = Response.text(Shell.entrance, "text/html")
    if let cookie { response.headers[.setCookie] = cookie }
    return response
  }
}

/// A page of the dashboard: its place in the menu, its script in the browser, and its requests to the server.
protocol Page: Sendable {
  /// Its name in URL paths.
  var name: String { get }
  /// Its title in the menu.
  var title: String { get }
  /// A JavaScript module that exports `show(place, tools)`, which may return a function that ends it.
  var script: String { get }

  func addRoutes(to router: Router<Site.Context>, of site: Site)
}

extension Response {
  static func text(_ text: String, _ type: String) -> Response { bytes(Array(text.utf8), type) }

  static func bytes(_ bytes: [UInt8], _ type: String) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: "\(type); charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    )
  }

  /// Returns the daemon's answer, or a sentence that explains why there is none.
  static func answering(
    _ type: String = "application/json",
    _ answer: () async throws -> [UInt8]
  ) async -> Response {
    do {
      return bytes(try await answer(), type)
    } catch let failure as PageFailure {
      var response = text(failure.sentence, "text/plain")
      response.status = HTTPResponse.Status(code: failure.status)
      return response
    } catch {
      var response = text("The connection to the daemon was lost. Try again.", "text/plain")
      // The same as without a daemon: pages without an answer ask again once it is available.
      response.status = .serviceUnavailable
      return response
    }
  }
}
