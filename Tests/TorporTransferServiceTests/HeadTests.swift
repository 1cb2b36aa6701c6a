import CCurl
import Testing
import TorporModel

@testable import torpor_transferd

@Suite("The head of an answer")
struct HeadTests {
  private func head(_ lines: [String]) -> ResponseHead {
    var head = ResponseHead()
    for line in lines {
      Array((line + "\r\n").utf8).withUnsafeBytes { head.append(line: $0) }
    }
    return head
  }

  @Test("is the last of several, by its own fields alone")
  func last() {
    let head = head([
      "HTTP/1.1 302 Found", "ETag: \"old\"", "", "HTTP/2 200", "content-length:  12 ",
      "Content-Type: text/plain", "X-Other: 1", "",
    ])
    #expect(head.status == 200 && head.isWhole && head.isMultiplexed)
    #expect(head.contentLength == 12)
    #expect(head[.contentType] == "text/plain")
    #expect(head[.etag] == nil)
  }

  @Test(
    "tells by a strong tag or a date whether a file is still the same",
    arguments: [
      (["ETag: \"a\""], "\"a\""), (["ETag: W/\"a\"", "Last-Modified: d"], "d"),
      (["ETag: W/\"a\""], nil), (["ETag: a"], nil), ([], nil),
    ] as [([String], String?)]
  )
  func validator(fields: [String], validator: String?) {
    #expect(head(["HTTP/1.1 200 OK"] + fields + [""]).validator == validator)
  }

  @Test("has no length where the length is none", arguments: ["-1", "x", "", "1.5"])
  func length(value: String) {
    #expect(head(["HTTP/1.1 200 OK", "Content-Length: \(value)", ""]).contentLength == nil)
  }

  @Test("says which part of a file comes")
  func range() {
    let part = ContentRange("bytes 10-19/100")
    #expect(part?.bytes == 10..<20 && part?.total == 100)
    #expect(ContentRange("bytes 10-19/*")?.total == nil)
    let none = ContentRange("bytes */100")
    #expect(none != nil && none?.bytes == nil && none?.total == 100)
    for text in [
      "", "bytes", "bytes 10-9/100", "bytes 10-100/100", "lines 1-2/3", "bytes -1-2/3",
      "bytes 1-9223372036854775807/*",
    ] {
      #expect(ContentRange(text) == nil, "\(text)")
    }
  }
}

@Suite("The name that a server gives a file")
struct ServerFileNameTests {
  @Test(
    "leads nowhere else, and hides nothing",
    arguments: [
      ("../../etc/passwd", "passwd"), ("C:\\evil.exe", "evil.exe"), (".bashrc", "bashrc"),
      ("a\u{0}b\nc", "abc"), ("annual\u{202E}fdp.exe", "annualfdp.exe"), ("  x ", "x"),
      // A mark behind a slash or a dot makes one letter of both, and the kernel sees them apart.
      ("/\u{301}etc", "\u{301}etc"), ("a/\u{301}b", "\u{301}b"),
      (".\u{301}profile", "\u{301}profile"),
    ]
  )
  func sanitized(text: String, name: String) {
    #expect(ServerFileName.sanitized(text) == name)
    #expect(ServerFileName.sanitized(name) == name)
  }

  @Test("is none where nothing is left of it", arguments: ["", "...", "/", "\u{1}", ". ."])
  func nothing(text: String) {
    let left = ServerFileName.sanitized(text)
    #expect(left == nil)
  }

  @Test("has 200 bytes at most, and no half letters")
  func length() {
    let name = ServerFileName.sanitized(String(repeating: "é", count: 150))
    #expect(name == String(repeating: "é", count: 100))
  }

  @Test("is the extended one where there are two")
  func extended() {
    let header = "attachment; filename=\"plain; x.txt\"; filename*=iso-8859-1'en'%A3%20rates"
    #expect(ServerFileName.name(inContentDisposition: header) == "£ rates")
    #expect(
      ServerFileName.name(inContentDisposition: "attachment; filename=\"plain; x.txt\"")
        == "plain; x.txt"
    )
    #expect(
      ServerFileName.name(inContentDisposition: "attachment; filename*=UTF-8''%zz; filename=b")
        == "b"
    )
  }
}

@Suite("What curl says of a failure")
struct CurlFailureTests {
  private func failure(
    _ code: CURLcode,
    systemCode: Int32 = 0,
    verifyResult: Int = 0,
    totalBytes: Int64? = 200
  ) -> TransferFailure {
    CurlFailure(
      code: code,
      message: "words",
      systemCode: systemCode,
      verifyResult: verifyResult,
      place: "a.b:81",
      silenceSeconds: 60,
      bytes: 100,
      totalBytes: totalBytes
    ).failure
  }

  @Test("is no HTTP where another protocol was answered, and none of ours where one was asked for")
  func otherProtocols() {
    var failure = CurlFailure(
      code: CURLE_UNSUPPORTED_PROTOCOL,
      message: "",
      systemCode: 0,
      verifyResult: 0,
      place: "a.b",
      silenceSeconds: 60,
      bytes: 0,
      totalBytes: nil
    )
    #expect(failure.failure == TransferFailure(.badServerResponse, "the answer of a.b is not HTTP"))
    failure.isOverHTTP = false
    #expect(failure.failure.error == .unsupportedURL)
  }

  @Test("has a code of Apple's and a cause that names the host")
  func table() {
    let expected: [(CURLcode, TransferError, String)] = [
      (
        CURLE_COULDNT_RESOLVE_HOST, .cannotFindHost, "the host of a.b:81 is not known (curl: words)"
      ),
      (CURLE_OPERATION_TIMEDOUT, .timedOut, "nothing came from a.b:81 for 60 s"),
      (CURLE_PARTIAL_FILE, .networkConnectionLost, "the server closed after 100 of 200 bytes"),
      (CURLE_GOT_NOTHING, .networkConnectionLost, "a.b:81 closed without an answer"),
      (
        CURLE_RECV_ERROR, .networkConnectionLost,
        "the connection to a.b:81 broke after 100 of 200 bytes (curl: words)"
      ),
      (
        CURLE_TOO_MANY_REDIRECTS, .httpTooManyRedirects, "a.b:81 redirected more than 20 times"
      ),
      (
        CURLE_PEER_FAILED_VERIFICATION, .serverCertificateUntrusted,
        "the certificate of a.b:81 is not trusted (curl: words)"
      ),
      (
        CURLE_SSL_CONNECT_ERROR, .secureConnectionFailed,
        "no secure connection to a.b:81 (curl: words)"
      ),
      (CURLE_FTP_PORT_FAILED, .unknown, "curl gave up on a.b:81 (30) (curl: words)"),
    ]
    for (code, error, cause) in expected {
      #expect(failure(code) == TransferFailure(error, cause))
    }
    #expect(failure(CURLE_COULDNT_CONNECT, systemCode: 101).error == .notConnectedToInternet)
    #expect(failure(CURLE_COULDNT_CONNECT, systemCode: 111).error == .cannotConnectToHost)
    // X509_V_ERR_CERT_HAS_EXPIRED.
    #expect(
      failure(CURLE_PEER_FAILED_VERIFICATION, verifyResult: 10).error
        == .serverCertificateHasBadDate
    )
    #expect(
      failure(CURLE_PARTIAL_FILE, totalBytes: nil).cause
        == "the server closed after 100 bytes, and its answer was not at its end"
    )
  }
}
