import CCurl
import Glibc

/// The trusted certificates.
enum Certificates {
  /// The options with which the user's environment replaces the system's own store.
  ///
  /// The variables are those of OpenSSL and of the curl command; libcurl by itself uses none.
  static let fromEnvironment: [(CURLoption, String)] = {
    var options: [(CURLoption, String)] = []
    for name in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] {
      guard let value = getenv(name), value[0] != 0 else { continue }
      options.append((CURLOPT_CAINFO, String(cString: value)))
      break
    }
    if let value = getenv("SSL_CERT_DIR"), value[0] != 0 {
      options.append((CURLOPT_CAPATH, String(cString: value)))
    }
    return options
  }()
}
