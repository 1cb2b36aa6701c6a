import CCurl
import Glibc

/// One request of curl's, with its options typed.
///
/// A handle is for one request alone: libcurl before 8.1.0 writes through a dangling pointer when a handle
/// is used again and the first header of an answer is folded (curl pull request 11103), and Debian 12 has
/// 7.88.1. Connections are not the handle's: curl keeps them with all handles together.
final class CurlHandle {
  let pointer: UnsafeMutableRawPointer
  weak var owner: (any HandleOwner)?
  /// What is called when the request is done; removed from curl then.
  var whenDone: ((CURLcode) -> Void)?
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// How much one read takes at most, in bytes: 256 KiB.
  ///
  /// Our choice: a sixteenth of the calls that curl's own 16 KiB would take, and a quarter of what a
  /// kill may cost.
  static let readBytesMax = 256 << 10
  /// How much is handed to curl at once to be sent, in bytes: 128 KiB, twice its own default.
  ///
  /// Our choice.
  static let sendBytesMax = 128 << 10
  /// Redirects that are followed: 20, as browsers do (Fetch standard, "HTTP-redirect fetch").
  static let redirectsMax = 20

  init?() {
    guard let pointer = curl_easy_init() else { return nil }
    self.pointer = pointer
    prepare()
  }

  deinit {
    curl_easy_cleanup(pointer)
    curl_slist_free_all(headers)
    errorText.deallocate()
  }

  /// Sets what every request has.
  private func prepare() {
    errorText[0] = 0
    set(CURLOPT_PRIVATE, Unmanaged.passUnretained(self).toOpaque())
    set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    set(CURLOPT_FOLLOWLOCATION, 1)
    set(CURLOPT_MAXREDIRS, CurlHandle.redirectsMax)
    set(CURLOPT_BUFFERSIZE, CurlHandle.readBytesMax)
    set(CURLOPT_UPLOAD_BUFFERSIZE, CurlHandle.sendBytesMax)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    for (option, path) in Certificates.fromEnvironment { set(option, path) }
    setCallbacks()
  }

  func set(_ option: CURLoption, _ value: Int) { torpor_curl_set_number(pointer, option, value) }
  func set(_ option: CURLoption, size: Int64) { torpor_curl_set_size(pointer, option, Int(size)) }
  func set(_ option: CURLoption, _ value: String) { torpor_curl_set_text(pointer, option, value) }
  func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
    torpor_curl_set_pointer(pointer, option, value)
  }

  /// Sets the lines that go beside those that curl makes itself; "Name:" takes one of those away.
  func setHeaders(_ lines: [String]) {
    for line in lines {
      if let longer = curl_slist_append(headers, line) { headers = longer }
    }
    torpor_curl_set_headers(pointer, headers)
  }

  /// How long making a connection may take, in whole seconds.
  func setConnecting(seconds: Int) { set(CURLOPT_CONNECTTIMEOUT, seconds) }

  /// Bytes of the heads of requests that went out, all repetitions together.
  var requestBytes: Int { number(CURLINFO_REQUEST_SIZE) }
  /// Whether the request has a connection, and some of it went out.
  var isSent: Bool { requestBytes > 0 }
  /// Whether the connection of the request has served others before it.
  var isOnUsedConnection: Bool { isSent && number(CURLINFO_NUM_CONNECTS) == 0 }

  /// Receives no more than that on average, in bursts of a second's worth.
  ///
  /// curl looks at the limit only between its turns, in each of which it reads up to 100 times while
  /// there is something (`readwrite_data` of 7.88): with the usual buffer 25 MiB at a time.
  func limitReceiving(bytesPerSecondMax: Int64) {
    set(CURLOPT_MAX_RECV_SPEED_LARGE, size: bytesPerSecondMax)
    // 1 KiB is the least that curl takes.
    let bytes = min(max(bytesPerSecondMax / 100, 1024), Int64(CurlHandle.readBytesMax))
    set(CURLOPT_BUFFERSIZE, Int(bytes))
  }

  func number(_ info: CURLINFO) -> Int { torpor_curl_number(pointer, info) }
  func text(_ info: CURLINFO) -> String? {
    torpor_curl_text(pointer, info).map { String(cString: $0) }
  }
  /// What curl says went wrong, in its own words; empty where it says nothing.
  var errorMessage: String { String(cString: errorText) }

  static func handle(of pointer: UnsafeMutableRawPointer) -> CurlHandle? {
    torpor_curl_pointer(pointer, CURLINFO_PRIVATE).map {
      Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    set(CURLOPT_HEADERDATA, context)
    set(CURLOPT_WRITEDATA, context)
    set(CURLOPT_READDATA, context)
    set(CURLOPT_SEEKDATA, context)
    torpor_curl_set_bytes_function(pointer, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
      ownerOf(context)?.received(headLine: UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    }
    torpor_curl_set_bytes_function(pointer, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
      let piece = UnsafeRawBufferPointer(start: bytes, count: count)
      // Any other number than all of them ends the request.
      return ownerOf(context)?.received(body: piece) == true ? count : count &+ 1
    }
    torpor_curl_set_bytes_function(pointer, CURLOPT_READFUNCTION) { bytes, size, count, context in
      let room = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
      return ownerOf(context)?.send(into: room) ?? Int(CURL_READFUNC_ABORT)
    }
    torpor_curl_set_seek_function(pointer) { context, offset, origin in
      guard origin == SEEK_SET, ownerOf(context)?.rewind(to: Int64(offset)) == true else {
        return Int32(CURL_SEEKFUNC_CANTSEEK)
      }
      return Int32(CURL_SEEKFUNC_OK)
    }
  }
}

private func ownerOf(_ context: UnsafeMutableRawPointer?) -> (any HandleOwner)? {
  context.flatMap { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue().owner }
}
