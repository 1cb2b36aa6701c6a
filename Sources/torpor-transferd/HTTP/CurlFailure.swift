import CCurl
import Glibc
import TorporModel
import TorporPosix

/// curl's information about a failed request, and the resulting error.
struct CurlFailure {
  // Shape: one property for each of curl's facts about a failure; a table turns them into an error.
  var code: CURLcode
  /// curl's own message; may be empty.
  var message: String
  /// The errno of the call that failed in curl, or 0.
  var systemCode: Int32
  /// OpenSSL's result for the certificate (`X509_V_ERR_…`), 0 for none.
  var verifyResult: Int
  /// Whether the last requested URL, after redirects, is an http or https URL.
  var isOverHTTP = true
  /// Whether the request was sent: if curl then runs out of memory, it is because of the server's data.
  var isSent = false
  /// Whether a complete header was received.
  var isBehindHead = false
  /// Whether it failed in the middle of a header, and the length of the header so far.
  var isInHead = false
  var headBytes = 0
  /// The server: host and port.
  var place: String
  var silenceSeconds: Int
  /// The number of bytes of the body that were received, and the total.
  var bytes: Int64
  var totalBytes: Int64?

  /// The size above which curl itself has aborted a header; it accepts 300 KiB in all and 100 KiB in one line
  /// (`MAX_HTTP_RESP_HEADER_SIZE`, `DYN_HTTP_HEADER` of libcurl).
  private static let headBytesMax = 200 << 10
  /// `CURLE_TOO_LARGE`, which exists from libcurl 8.6.0 on.
  private static let tooLarge = CURLcode(rawValue: 100)

  // From <openssl/x509_vfy.h>; its macros are imported, but not under more descriptive names.
  private static let certificateDateResults = [9, 10, 11, 12, 13, 14, 15, 16]

  /// Every code that an http or https request can result in; the others are `.unknown`.
  var failure: TransferFailure {
    switch code {
    case CURLE_URL_MALFORMAT:
      TransferFailure(.badURL, "curl cannot read the URL\(words)")
    // A response without an HTTP header fails with the same code as a redirect to another protocol.
    case CURLE_UNSUPPORTED_PROTOCOL where isOverHTTP: noHTTP
    // A header whose lines cannot be separated (`Curl_headers_push`).
    case CURLE_BAD_FUNCTION_ARGUMENT where isOverHTTP: noHTTP
    case CURLE_OUT_OF_MEMORY where isSent && !isBehindHead: headTooLong
    case CURLE_RECV_ERROR where isInHead && headBytes > CurlFailure.headBytesMax: headTooLong
    case CurlFailure.tooLarge: headTooLong
    case CURLE_UNSUPPORTED_PROTOCOL:
      TransferFailure(.unsupportedURL, "transfers use only http and https\(words)")
    case CURLE_COULDNT_RESOLVE_HOST:
      TransferFailure(.cannotFindHost, "the host of \(place) is not known\(words)")
    case CURLE_COULDNT_RESOLVE_PROXY:
      TransferFailure(.cannotFindHost, "the proxy for \(place) is not known\(words)")
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: unreachable
    case CURLE_OPERATION_TIMEDOUT:
      TransferFailure(.timedOut, "nothing came from \(place) for \(silenceSeconds) s")
    case CURLE_TOO_MANY_REDIRECTS:
      TransferFailure(
        .httpTooManyRedirects,
        "\(place) redirected more than \(CurlHandle.redirectsMax) times"
      )
    case CURLE_PARTIAL_FILE: brokenOff
    case CURLE_GOT_NOTHING:
      TransferFailure(.networkConnectionLost, "\(place) closed without an answer")
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM, CURLE_HTTP2,
      CURLE_SEND_FAIL_REWIND:
      TransferFailure(
        .networkConnectionLost,
        "the connection to \(place) broke after \(amount)\(words)"
      )
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: noHTTP
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: untrusted
    case CURLE_SSL_CERTPROBLEM:
      TransferFailure(.clientCertificateRequired, "\(place) requires a client certificate\(words)")
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED:
      TransferFailure(.secureConnectionFailed, "no secure connection to \(place)\(words)")
    case CURLE_READ_ERROR:
      TransferFailure(.noPermissionsToReadFile, "the file could not be read to its end")
    case CURLE_OUT_OF_MEMORY:
      TransferFailure(.unknown, "there is no memory for the transfer from \(place)")
    default:
      TransferFailure(.unknown, "curl gave up on \(place) (\(code.rawValue))\(words)")
    }
  }

  private var noHTTP: TransferFailure {
    TransferFailure(.badServerResponse, "the answer of \(place) is not HTTP\(words)")
  }

  private var headTooLong: TransferFailure {
    TransferFailure(.badServerResponse, "the head of the answer of \(place) is too long")
  }

  private var unreachable: TransferFailure {
    switch systemCode {
    case ENETUNREACH, ENETDOWN:
      TransferFailure(
        .notConnectedToInternet,
        "no network leads to \(place): \(SystemError.text(of: systemCode))"
      )
    case 0:
      TransferFailure(.cannotConnectToHost, "no connection to \(place)\(words)")
    default:
      TransferFailure(
        .cannotConnectToHost,
        "no connection to \(place): \(SystemError.text(of: systemCode))"
      )
    }
  }

  private var brokenOff: TransferFailure {
    TransferFailure(.networkConnectionLost, "the server closed after \(amount)")
  }

  private var untrusted: TransferFailure {
    if CurlFailure.certificateDateResults.contains(verifyResult) {
      return TransferFailure(
        .serverCertificateHasBadDate,
        "the certificate of \(place) has expired or is not valid yet\(words)"
      )
    }
    return TransferFailure(
      .serverCertificateUntrusted,
      "the certificate of \(place) is not trusted\(words)"
    )
  }

  private var amount: String {
    totalBytes.map { "\(bytes) of \($0) bytes" }
      ?? "\(bytes) bytes, and its answer was not at its end"
  }

  private var words: String { message.isEmpty ? "" : " (curl: \(message))" }
}
