import CCurl
import TorporModel

/// The relevant parts of a URL, as curl parses them.
struct Address: Hashable, Sendable {
  /// `http` or `https`.
  let scheme: String
  let host: String
  let port: Int
  /// The path as written, with its escapes.
  let path: String

  /// A text that is the same for the same scheme, host and port.
  var origin: String { "\(scheme)://\(host):\(port)" }
  /// The form for display: without the default port.
  var place: String { port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)" }

  /// Parses a URL.
  ///
  /// - Throws: `TransferFailure`: `.badURL` if it is invalid, `.unsupportedURL` for other schemes.
  init(_ url: String) throws(TransferFailure) {
    guard let handle = curl_url() else {
      throw TransferFailure(.unknown, "there is no memory for the URL")
    }
    defer { curl_url_cleanup(handle) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
    let code = curl_url_set(handle, CURLUPART_URL, url, flags)
    guard code == CURLUE_OK, let scheme = Address.part(CURLUPART_SCHEME, of: handle) else {
      throw TransferFailure(.badURL, "'\(url.prefix(200))' is not an absolute URL")
    }
    guard scheme == "http" || scheme == "https" else {
      throw TransferFailure(.unsupportedURL, "transfers use http and https, not \(scheme)")
    }
    guard let host = Address.part(CURLUPART_HOST, of: handle), !host.isEmpty,
      let port = Address.part(CURLUPART_PORT, of: handle).flatMap({ Int($0) })
    else { throw TransferFailure(.badURL, "'\(url.prefix(200))' names no host") }
    self.scheme = scheme
    self.host = host
    self.port = port
    path = Address.part(CURLUPART_PATH, of: handle) ?? "/"
  }

  /// Returns the URL to which a server's reference such as `/files/1` refers; `nil` if it is not one of ours.
  static func resolve(_ reference: String, against base: String) -> String? {
    guard let handle = curl_url() else { return nil }
    defer { curl_url_cleanup(handle) }
    guard curl_url_set(handle, CURLUPART_URL, base, 0) == CURLUE_OK,
      curl_url_set(handle, CURLUPART_URL, reference, 0) == CURLUE_OK,
      let url = part(CURLUPART_URL, of: handle), (try? Address(url)) != nil
    else { return nil }
    return url
  }

  private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    // A complete URL is left as written.
    let flags = part == CURLUPART_URL ? 0 : UInt32(CURLU_DEFAULT_PORT)
    guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
