import HTTPTypes
import Hummingbird

/// The check that every request passes first: its host, its sender, and the page from which a change comes.
///
/// A request that does not pass gets only a status, whatever was requested, so that a stranger does not even learn
/// which paths exist.
struct Gate<Context: RequestContext>: RouterMiddleware {
  let login: Login

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let status = refusal(of: request) { return Response(status: status).sealed() }
    do {
      return try await next(request, context).sealed()
    } catch let error as HTTPError {
      return Response(status: error.status).sealed()
    }
  }

  private func refusal(of request: Request) -> HTTPResponse.Status? {
    // Pages of other sites use another name that leads here to reach a loopback address (DNS rebinding).
    guard request.head.authority == login.authority else { return .misdirectedRequest }
    if request.uri.path == Site.loginPath {
      return request.method == .get ? nil : .methodNotAllowed
    }
    guard login.isKnown(request.headers[values: .cookie].joined(separator: "; ")) else {
      return .unauthorized
    }
    switch request.method {
    case .get, .head: return nil
    case .post:
      // A cookie does not prove that the user intended the change.
      let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
      guard request.headers[.origin] == login.origin, site == nil || site == "same-origin" else {
        return .forbidden
      }
      guard request.headers[.contentType] == "application/json" else {
        return .unsupportedMediaType
      }
      return nil
    default: return .methodNotAllowed
    }
  }
}

extension Response {
  /// Returns the response with headers that tell a browser to load nothing else, to show it nowhere else, and not to
  /// store it.
  func sealed() -> Response {
    var response = self
    let rules = [
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
    ]
    for (name, value) in rules {
      if let name = HTTPField.Name(name) { response.headers[name] = value }
    }
    return response
  }
}
