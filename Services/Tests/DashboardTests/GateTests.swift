import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import Dashboard

@Suite("The gate of the dashboard")
struct GateTests {
  private let login = Login()
  private let site: Site

  init() {
    login.port = 4711
    site = Site(login: login, socketPath: "/nonexistent/torpor.socket")
  }

  private func ask(
    _ path: String,
    _ fields: HTTPFields = [:],
    method: HTTPRequest.Method = .get,
    host: String? = nil,
    body: String = ""
  ) async throws -> Response {
    let head = HTTPRequest(
      method: method,
      scheme: "http",
      authority: host ?? login.authority,
      path: path,
      headerFields: fields
    )
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
    let source = ApplicationRequestContextSource(
      channel: EmbeddedChannel(),
      logger: Logger(label: "test")
    )
    return try await site.responder().respond(to: request, context: Site.Context(source: source))
  }

  private func cookie() throws -> HTTPFields {
    let token = try #require(login.address.split(separator: "=").last)
    let cookie = try #require(login.cookie(forToken: token))
    return [.cookie: String(cookie.prefix { $0 != ";" })]
  }

  @Test(
    "answers a stranger 401 and not a byte, whatever is asked for",
    arguments: [
      "/", "/style.css", "/api/apps", "/nothing", "/login", "/login?token=", "/login?token=0",
    ]
  )
  func stranger(path: String) async throws {
    let response = try await ask(path)
    #expect(response.status == .unauthorized)
    #expect(response.body.contentLength == 0)
  }

  @Test(
    "lets in one browser by the token, once, with a cookie that no script and no other site can use"
  )
  func token() async throws {
    let path = "/login?token=" + (login.address.split(separator: "=").last ?? "")
    let first = try await ask(path)
    let cookie = try #require(first.headers[.setCookie])
    #expect(first.status == .ok)
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
    #expect(try await ask(path).status == .unauthorized)
    let fields: HTTPFields = [.cookie: "other=1; " + cookie.prefix { $0 != ";" }]
    #expect(try await ask("/", fields).status == .ok)
    // The address again, in the same browser.
    #expect(try await ask(path, fields).status == .ok)
  }

  @Test(
    "answers no other name than its own, even with the cookie",
    arguments: [
      "127.0.0.1:4711", "localhost:4711", "evil.example:4711", "",
    ]
  )
  func otherHost(host: String) async throws {
    let response = try await ask("/", try cookie(), host: host)
    #expect(response.status == .misdirectedRequest)
    #expect(response.body.contentLength == 0)
  }

  @Test("tells the browser to load nothing else and to keep nothing")
  func headers() async throws {
    for response in [try await ask("/", try cookie()), try await ask("/")] {
      let name = try #require(HTTPField.Name("Content-Security-Policy"))
      let policy = try #require(response.headers[name])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'"))
      #expect(!policy.contains("unsafe"))
      #expect(response.headers[.cacheControl] == "no-store")
    }
  }

  @Test("takes a change only from its own pages")
  func origin() async throws {
    var fields = try cookie()
    fields[.contentType] = "application/json"
    func status(_ origin: String?, site: String? = nil) async throws -> Int {
      fields[.origin] = origin
      if let name = HTTPField.Name("Sec-Fetch-Site") { fields[name] = site }
      return try await ask("/api/settings", fields, method: .post, body: #"{"lowPowerMode":true}"#)
        .status
        .code
    }
    #expect(try await status(nil) == 403)
    #expect(try await status("http://evil.example") == 403)
    #expect(try await status("null") == 403)
    #expect(try await status("http://\(login.authority)", site: "cross-site") == 403)
    // It is let through, and there is no daemon.
    #expect(try await status("http://\(login.authority)", site: "same-origin") == 503)
    fields[.contentType] = "text/plain"
    #expect(try await status("http://\(login.authority)") == 415)
  }

  @Test("cuts off a change that is too long, and knows no other methods")
  func limits() async throws {
    var fields = try cookie()
    fields[.contentType] = "application/json"
    fields[.origin] = "http://\(login.authority)"
    let long = String(repeating: "x", count: 5000)
    #expect(
      try await ask("/api/settings", fields, method: .post, body: long).status == .contentTooLarge
    )
    #expect(try await ask("/api/settings", fields, method: .delete).status == .methodNotAllowed)
    #expect(try await ask("/nothing", fields).status == .notFound)
  }

  @Test("names an icon that there is on every page, so that no browser asks for another one")
  func icon() async throws {
    for page in [Shell.html, Shell.entrance] {
      #expect(page.contains("<link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">"))
    }
    #expect(try await ask("/icon.svg", try cookie()).status == .ok)
  }

  @Test("has a file for each page of the menu")
  func pages() async throws {
    let fields = try cookie()
    for page in Site.pages {
      #expect(try await ask("/pages/\(page.name).js", fields).status == .ok)
      #expect(page.script.contains("export const show"))
      #expect(Shell.html.contains("href=\"#\(page.name)\""))
    }
  }

  @Test("says what to do where no daemon answers")
  func absent() async throws {
    let fields = try cookie()
    for path in [
      "/api/log", "/api/battery", "/api/battery?hours=240&app=mail", "/api/settings",
      "/api/storage",
      "/api/storage?measures=all",
    ] {
      let response = try await ask(path, fields)
      #expect(response.status == .serviceUnavailable)
    }
  }
}

@Suite("A secret")
struct SecretTests {
  @Test("has 256 bits, and no two are the same")
  func drawn() {
    let secrets = Set((0..<100).map { _ in Secret().text })
    #expect(secrets.count == 100)
    #expect(secrets.allSatisfy { $0.utf8.count == 64 })
  }

  @Test("is equal to itself alone")
  func equality() {
    let secret = Secret(text: "abcd")
    #expect(secret.isEqual(to: "abcd"))
    for other in ["", "abc", "abce", "bbcd", "abcde", "ABCD"] {
      #expect(!secret.isEqual(to: other))
    }
  }
}
