import HTTPTypes
import Hummingbird

/// What every request passes before anything else: its host, who sends it, and from which page a change comes.
///
/// Who does not pass gets a status and nothing else, whatever was asked for, so that a stranger does not even learn
/// which paths there are.
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
    // Another name that leads here is how pages of others reach a loopback (DNS rebinding).
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
      // A cookie alone is no proof that the user meant it.
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
  /// With what tells a browser to load nothing else, show it nowhere else, and keep it nowhere.
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
