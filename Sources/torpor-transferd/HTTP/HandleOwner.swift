/// The owner of a request: it receives the response, and supplies the data to send.
///
/// All methods are called on the loop's thread, from within curl: they must not add, remove or free a handle.
protocol HandleOwner: AnyObject {
  /// Receives one header line, with its line end; a header begins with `HTTP/` and ends with an empty line.
  func received(headLine: UnsafeRawBufferPointer)
  /// Receives a piece of the body; returns whether to continue.
  func received(body: UnsafeRawBufferPointer) -> Bool
  /// Fills the buffer with the next data to send; 0 is the end, `nil` cancels the request.
  func send(into buffer: UnsafeMutableRawBufferPointer) -> Int?
  /// Restarts sending at an offset, after a redirect or a challenge; returns whether that is possible.
  func rewind(to offset: Int64) -> Bool
}
