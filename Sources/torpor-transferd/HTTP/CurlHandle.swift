import CCurl
import Glibc

/// One curl request, with typed options.
///
/// A handle is only for one request: libcurl before 8.1.0 writes through a dangling pointer when a handle is reused and
/// the first header of a response is folded (curl pull request 11103), and Debian 12 has 7.88.1. Connections do not
/// belong to the handle: curl keeps them for all handles together.
final class CurlHandle {
  let pointer: UnsafeMutableRawPointer
  weak var owner: (any HandleOwner)?
  /// The closure that is called when the request is done; it is then removed from curl.
  var whenDone: ((CURLcode) -> Void)?
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// The maximum number of bytes of one read: 256 KiB.
  ///
  /// Our choice: a sixteenth of the calls needed with curl's own 16 KiB, and a quarter of the data that a kill may
  /// lose.
  static let readBytesMax = 256 << 10
  /// The number of bytes passed to curl at once for sending: 128 KiB, twice its own default.
  ///
  /// Our choice.
  static let sendBytesMax = 128 << 10
  /// The maximum number of redirects that are followed: 20, as in browsers (Fetch standard, "HTTP-redirect fetch").
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

  /// Sets the options common to all requests.
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

  /// Sets the header lines in addition to curl's own; "Name:" removes one of those.
  func setHeaders(_ lines: [String]) {
    for line in lines {
      if let longer = curl_slist_append(headers, line) { headers = longer }
    }
    torpor_curl_set_headers(pointer, headers)
  }

  /// Sets the time that making a connection may take, in whole seconds.
  func setConnecting(seconds: Int) { set(CURLOPT_CONNECTTIMEOUT, seconds) }

  /// The number of bytes of request headers that were sent, including all repetitions.
  var requestBytes: Int { number(CURLINFO_REQUEST_SIZE) }
  /// Whether the request has a connection and was sent at least partly.
  var isSent: Bool { requestBytes > 0 }
  /// Whether the request's connection has served other requests before.
  var isOnUsedConnection: Bool { isSent && number(CURLINFO_NUM_CONNECTS) == 0 }

  /// Limits the average rate of receiving, in bursts of a second's worth.
  ///
  /// curl checks the limit only between its turns, in each of which it reads up to 100 times while data is available
  /// (`readwrite_data` of 7.88): with the usual buffer 25 MiB at a time.
  func limitReceiving(bytesPerSecondMax: Int64) {
    set(CURLOPT_MAX_RECV_SPEED_LARGE, size: bytesPerSecondMax)
    // 1 KiB is the minimum that curl accepts.
    let bytes = min(max(bytesPerSecondMax / 100, 1024), Int64(CurlHandle.readBytesMax))
    set(CURLOPT_BUFFERSIZE, Int(bytes))
  }

  func number(_ info: CURLINFO) -> Int { torpor_curl_number(pointer, info) }
  func text(_ info: CURLINFO) -> String? {
    torpor_curl_text(pointer, info).map { String(cString: $0) }
  }
  /// curl's own description of the error; empty if there is none.
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
      // Any number other than the total ends the request.
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
