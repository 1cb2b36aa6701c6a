package import TorporModel

extension StoredTransfer {
  /// The bytes of its texts: what it takes of the journal, less what each row takes.
  package var byteCount: Int { content.byteCount + StoredTransfer.rowBytes }

  /// What a row takes beside its texts, with what is said of the transfer later.
  ///
  /// 200 bytes: our choice. Measured: with 60 bytes of text a row takes 103, and 187 once it says
  /// where the file lies and what answered.
  private static let rowBytes = 200
}

extension TransferContent {
  /// The bytes of its texts: about what it takes on its way to a service.
  package var byteCount: Int {
    let texts = [
      url, method, source?.root, source?.path, destination?.file.root, destination?.file.path,
      sha256, label,
    ]
    let own = texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    return headers.reduce(own) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}
