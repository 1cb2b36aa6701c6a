/// Who a request belongs to: is given what comes, and asked for what is to be sent.
///
/// Everything is called on the loop's thread, from inside curl: nothing here may add, remove or
/// free a handle.
protocol HandleOwner: AnyObject {
  /// One line of a head, with its line end; a head begins with `HTTP/` and ends with an empty line.
  func received(headLine: UnsafeRawBufferPointer)
  /// A piece of the body; returns whether to go on.
  func received(body: UnsafeRawBufferPointer) -> Bool
  /// Fills the buffer with what is to be sent next; 0 is its end, `nil` gives the request up.
  func send(into buffer: UnsafeMutableRawBufferPointer) -> Int?
  /// Sends from there on instead, after a redirect or a challenge; returns whether that is possible.
  func rewind(to offset: Int64) -> Bool
}
