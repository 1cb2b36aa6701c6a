import CCurl
import TorporModel
import TorporWire

/// A file on its way out.
final class Upload: Transfer {
  init(_ start: TransferStart, row: RecordRow?, address: Address, tools: TransferTools) {
    super.init(start, address: address, tools: tools)
  }
  override func begin() { fail(TransferFailure(.unknown, "uploads are not built yet")) }
}
