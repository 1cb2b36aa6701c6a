import CCurl
import TorporModel
import TorporWire

/// The header lines of the two protocols.
enum ResumableUpload {
  /// The draft in the version that iOS 17 uses (draft-ietf-httpbis-resumable-upload-01).
  static let version = "Upload-Draft-Interop-Version: 3"
  /// A whole file in one request.
  static let beginning = [version, "Upload-Incomplete: ?0"]
  /// tus 1.0 (https://tus.io/protocols/resumable-upload).
  static let tus = "Tus-Resumable: 1.0.0"

  static func asking(_ uploadProtocol: UploadProtocol?) -> [String] {
    uploadProtocol == .tus ? [tus] : [version]
  }

  static func appending(_ uploadProtocol: UploadProtocol?, at offset: Int64) -> [String] {
    switch uploadProtocol {
    case .tus:
      [tus, "Upload-Offset: \(offset)", "Content-Type: application/offset+octet-stream"]
    case .draft, nil:
      [
        version, "Upload-Offset: \(offset)", "Upload-Incomplete: ?0",
        "Content-Type: application/partial-upload",
      ]
    }
  }

  static func creating(bytes: Int64, fileName: String) -> [String] {
    let name = Base64.text(of: Array(fileName.utf8))
    return [tus, "Upload-Length: \(bytes)", "Upload-Metadata: filename \(name)"]
  }
}

extension Upload {
  func probe() {
    step = .probing
    request(start.content.url, headers: [ResumableUpload.tus]) { handle in
      handle.set(CURLOPT_CUSTOMREQUEST, "OPTIONS")
      handle.set(CURLOPT_NOBODY, 1)
    }
  }

  func probed() {
    let speaksTus = head.isSuccess && head[.tusResumable] != nil
    if speaksTus { create() } else { sendWhole(headers: ResumableUpload.beginning) }
  }

  func sendWhole(headers: [String]) {
    step = .sendingWhole
    var headers = headers
    // Otherwise curl would declare a POST to be a form.
    if method == "POST", !RequestHeaders.has("content-type", in: start.content.headers) {
      headers.append("Content-Type: application/octet-stream")
    }
    sendBody(start.content.url, method: method, headers: headers, from: 0)
  }

  func create() {
    step = .creating
    let name = start.content.source?.path.pathComponents.last.map(String.init) ?? "upload"
    let headers = ResumableUpload.creating(bytes: sourceBytes, fileName: name)
    request(start.content.url, headers: headers) { handle in
      handle.set(CURLOPT_POST, 1)
      handle.set(CURLOPT_POSTFIELDSIZE_LARGE, size: 0)
    }
  }

  func created() {
    guard head.isSuccess else { return refused() }
    remember(head[.location], by: .tus)
    guard row.uploadURL != nil else {
      return fail(
        TransferFailure(
          .badServerResponse,
          "\(address.place) made a place for the file and named none"
        )
      )
    }
    if sourceBytes == 0 { finish() } else { append(from: 0) }
  }

  func ask() {
    step = .asking
    guard let url = row.uploadURL else { return beginAnew() }
    request(url, headers: ResumableUpload.asking(row.uploadProtocol)) { handle in
      handle.set(CURLOPT_NOBODY, 1)
    }
  }

  func asked() {
    guard head.isSuccess, let offset = uploadOffset else {
      // A server with a problem may know it later; any other does not know it any more.
      if head.status >= 500 || head.status == 429 { return refused() }
      guard beginnings > 0 else { return beginAnew() }
      return head.isSuccess ? fail(wrongOffset) : refused()
    }
    note(kept: offset)
    if offset == sourceBytes, row.uploadProtocol == .tus || head[.uploadIncomplete] == "?0" {
      // All of it was received, and the response was lost.
      resumed(at: offset)
      return finish()
    }
    append(from: offset)
  }

  private func append(from offset: Int64) {
    step = .appending
    guard let url = row.uploadURL else { return beginAnew() }
    if offset > 0 { resumed(at: offset) }
    let headers = ResumableUpload.appending(row.uploadProtocol, at: offset)
    sendBody(url, method: "PATCH", headers: headers, from: offset)
  }

  func appended() {
    if let uploadOffset, row.uploadProtocol == .tus { note(kept: uploadOffset) }
    if head.status == 409, conflicts < Upload.conflictsMax {
      conflicts += 1
      return ask()
    }
    if head.status == 404 || head.status == 410, beginnings == 0 { return beginAnew() }
    guard head.isSuccess else { return refused() }
    if row.uploadProtocol == .tus, let offset = uploadOffset, offset < sourceBytes {
      // The server accepted a part; a query returns the exact amount, and limits the number of attempts.
      guard conflicts < Upload.conflictsMax else { return refused() }
      conflicts += 1
      return ask()
    }
    finish()
  }

  private var wrongOffset: TransferFailure {
    let said = head[.uploadOffset].map { "has '\($0.prefix(40))'" } ?? "does not know how many"
    return TransferFailure(
      .badServerResponse,
      "\(address.place) says that it \(said) of the \(sourceBytes) bytes"
    )
  }

  /// The amount that the server reports to have, if it is plausible.
  private var uploadOffset: Int64? {
    head[.uploadOffset].flatMap { Int64($0) }.flatMap { (0...sourceBytes).contains($0) ? $0 : nil }
  }
}
