extension FreeMemory {
  /// "60 of 2000 MB are available, 4000 of 4000 MB of swap are free".
  package var phrase: String {
    let bytesInMegabyte: Int64 = 1_000_000
    func share(_ bytes: Int64, of total: Int64) -> String {
      "\(bytes / bytesInMegabyte) of \(total / bytesInMegabyte) MB"
    }
    let available = share(availableBytes, of: totalBytes) + " are available"
    guard let swapFreeBytes, let swapTotalBytes else { return available }
    guard swapTotalBytes > 0 else { return available + ", no swap" }
    return available + ", " + share(swapFreeBytes, of: swapTotalBytes) + " of swap are free"
  }
}
