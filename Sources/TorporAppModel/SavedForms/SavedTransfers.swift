// Written by scripts/generate-saved; edit the declarations and run it again.

extension SessionCallback {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .handleEvents(let session):
      writer.beginCase("handleEvents")
      writer.key("session")
      session.write(to: &writer)
      writer.endCase()
    case .didFinishDownloading(let session, let transfer, let status):
      writer.beginCase("didFinishDownloading")
      writer.key("session")
      session.write(to: &writer)
      writer.key("status")
      status.write(to: &writer)
      writer.key("transfer")
      transfer.write(to: &writer)
      writer.endCase()
    case .didComplete(let session, let transfer, let outcome):
      writer.beginCase("didComplete")
      writer.key("outcome")
      outcome.write(to: &writer)
      writer.key("session")
      session.write(to: &writer)
      writer.key("transfer")
      transfer.write(to: &writer)
      writer.endCase()
    case .didReceiveChallenge(let session, let transfer):
      writer.beginCase("didReceiveChallenge")
      writer.key("session")
      session.write(to: &writer)
      writer.key("transfer")
      transfer.write(to: &writer)
      writer.endCase()
    case .willBeginDelayedRequest(let session, let transfer):
      writer.beginCase("willBeginDelayedRequest")
      writer.key("session")
      session.write(to: &writer)
      writer.key("transfer")
      transfer.write(to: &writer)
      writer.endCase()
    case .didFinishEvents(let session):
      writer.beginCase("didFinishEvents")
      writer.key("session")
      session.write(to: &writer)
      writer.endCase()
    case .didBecomeInvalid(let session):
      writer.beginCase("didBecomeInvalid")
      writer.key("session")
      session.write(to: &writer)
      writer.endCase()
    case .issueDownloaded(let session, let transfer, let outcome):
      writer.beginCase("issueDownloaded")
      writer.key("outcome")
      outcome.write(to: &writer)
      writer.key("session")
      session.write(to: &writer)
      writer.key("transfer")
      transfer.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("handleEvents") {
      try reader.key("session")
      let session = try String(from: &reader)
      self = .handleEvents(session: session)
    } else if reader.beginCase("didFinishDownloading") {
      try reader.key("session")
      let session = try String(from: &reader)
      try reader.key("status")
      let status = try Int(from: &reader)
      try reader.key("transfer")
      let transfer = try TransferIdentifier(from: &reader)
      self = .didFinishDownloading(session: session, transfer: transfer, status: status)
    } else if reader.beginCase("didComplete") {
      try reader.key("outcome")
      let outcome = try TransferOutcome(from: &reader)
      try reader.key("session")
      let session = try String(from: &reader)
      try reader.key("transfer")
      let transfer = try TransferIdentifier(from: &reader)
      self = .didComplete(session: session, transfer: transfer, outcome: outcome)
    } else if reader.beginCase("didReceiveChallenge") {
      try reader.key("session")
      let session = try String(from: &reader)
      try reader.key("transfer")
      let transfer = try TransferIdentifier(from: &reader)
      self = .didReceiveChallenge(session: session, transfer: transfer)
    } else if reader.beginCase("willBeginDelayedRequest") {
      try reader.key("session")
      let session = try String(from: &reader)
      try reader.key("transfer")
      let transfer = try TransferIdentifier(from: &reader)
      self = .willBeginDelayedRequest(session: session, transfer: transfer)
    } else if reader.beginCase("didFinishEvents") {
      try reader.key("session")
      let session = try String(from: &reader)
      self = .didFinishEvents(session: session)
    } else if reader.beginCase("didBecomeInvalid") {
      try reader.key("session")
      let session = try String(from: &reader)
      self = .didBecomeInvalid(session: session)
    } else if reader.beginCase("issueDownloaded") {
      try reader.key("outcome")
      let outcome = try TransferOutcome(from: &reader)
      try reader.key("session")
      let session = try String(from: &reader)
      try reader.key("transfer")
      let transfer = try TransferIdentifier(from: &reader)
      self = .issueDownloaded(session: session, transfer: transfer, outcome: outcome)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension SessionConfiguration {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("asksBeforeDelayedRequests")
    asksBeforeDelayedRequests.write(to: &writer)
    writer.key("connectionsPerHostMax")
    connectionsPerHostMax.write(to: &writer)
    writer.key("identifier")
    identifier.write(to: &writer)
    writer.key("isDiscretionary")
    isDiscretionary.write(to: &writer)
    writer.key("requestTimeout")
    requestTimeout.write(to: &writer)
    writer.key("resourceTimeout")
    resourceTimeout.write(to: &writer)
    writer.key("sendsLaunchEvents")
    sendsLaunchEvents.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("asksBeforeDelayedRequests")
    asksBeforeDelayedRequests = try Bool(from: &reader)
    try reader.key("connectionsPerHostMax")
    connectionsPerHostMax = try Int(from: &reader)
    try reader.key("identifier")
    identifier = try String(from: &reader)
    try reader.key("isDiscretionary")
    isDiscretionary = try Bool(from: &reader)
    try reader.key("requestTimeout")
    requestTimeout = try Duration(from: &reader)
    try reader.key("resourceTimeout")
    resourceTimeout = try Duration(from: &reader)
    try reader.key("sendsLaunchEvents")
    sendsLaunchEvents = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension TransferNetwork {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("allowsCellular")
    allowsCellular.write(to: &writer)
    writer.key("allowsConstrained")
    allowsConstrained.write(to: &writer)
    writer.key("allowsExpensive")
    allowsExpensive.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("allowsCellular")
    allowsCellular = try Bool(from: &reader)
    try reader.key("allowsConstrained")
    allowsConstrained = try Bool(from: &reader)
    try reader.key("allowsExpensive")
    allowsExpensive = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension TransferContent {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let bytesPerSecondMax {
      writer.key("bytesPerSecondMax")
      bytesPerSecondMax.write(to: &writer)
    }
    if let destination {
      writer.key("destination")
      destination.write(to: &writer)
    }
    writer.key("headers")
    headers.write(to: &writer)
    if let label {
      writer.key("label")
      label.write(to: &writer)
    }
    if let method {
      writer.key("method")
      method.write(to: &writer)
    }
    if let sha256 {
      writer.key("sha256")
      sha256.write(to: &writer)
    }
    if let source {
      writer.key("source")
      source.write(to: &writer)
    }
    writer.key("uploadResumption")
    uploadResumption.write(to: &writer)
    writer.key("url")
    url.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    bytesPerSecondMax = try reader.hasKey("bytesPerSecondMax") ? Int64(from: &reader) : nil
    destination = try reader.hasKey("destination") ? TransferDestination(from: &reader) : nil
    try reader.key("headers")
    headers = try [TransferHeader](from: &reader)
    label = try reader.hasKey("label") ? String(from: &reader) : nil
    method = try reader.hasKey("method") ? String(from: &reader) : nil
    sha256 = try reader.hasKey("sha256") ? String(from: &reader) : nil
    source = try reader.hasKey("source") ? TransferFile(from: &reader) : nil
    try reader.key("uploadResumption")
    uploadResumption = try UploadResumption(from: &reader)
    try reader.key("url")
    url = try String(from: &reader)
    try reader.endObject()
  }
}

extension TransferHeader {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("name")
    name.write(to: &writer)
    writer.key("value")
    value.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("name")
    name = try String(from: &reader)
    try reader.key("value")
    value = try String(from: &reader)
    try reader.endObject()
  }
}

extension TransferFile {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("path")
    path.write(to: &writer)
    if let root {
      writer.key("root")
      root.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("path")
    path = try String(from: &reader)
    root = try reader.hasKey("root") ? String(from: &reader) : nil
    try reader.endObject()
  }
}

extension TransferDestination {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("file")
    file.write(to: &writer)
    writer.key("isFolder")
    isFolder.write(to: &writer)
    writer.key("makesFolders")
    makesFolders.write(to: &writer)
    writer.key("replaces")
    replaces.write(to: &writer)
    if let umask {
      writer.key("umask")
      umask.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("file")
    file = try TransferFile(from: &reader)
    try reader.key("isFolder")
    isFolder = try Bool(from: &reader)
    try reader.key("makesFolders")
    makesFolders = try Bool(from: &reader)
    try reader.key("replaces")
    replaces = try Bool(from: &reader)
    umask = try reader.hasKey("umask") ? UInt32(from: &reader) : nil
    try reader.endObject()
  }
}

extension TransferRequest {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("direction")
    direction.write(to: &writer)
    if let earliestBegin {
      writer.key("earliestBegin")
      earliestBegin.write(to: &writer)
    }
    if let expectedBytes {
      writer.key("expectedBytes")
      expectedBytes.write(to: &writer)
    }
    writer.key("hostKey")
    hostKey.write(to: &writer)
    writer.key("isDiscretionary")
    isDiscretionary.write(to: &writer)
    if isSuspended != false {
      writer.key("isSuspended")
      isSuspended.write(to: &writer)
    }
    writer.key("network")
    network.write(to: &writer)
    if let resumes {
      writer.key("resumes")
      resumes.write(to: &writer)
    }
    writer.key("staysOnMachine")
    staysOnMachine.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("direction")
    direction = try TransferDirection(from: &reader)
    earliestBegin = try reader.hasKey("earliestBegin") ? Duration(from: &reader) : nil
    expectedBytes = try reader.hasKey("expectedBytes") ? Int64(from: &reader) : nil
    try reader.key("hostKey")
    hostKey = try UInt64(from: &reader)
    try reader.key("isDiscretionary")
    isDiscretionary = try Bool(from: &reader)
    isSuspended = try reader.hasKey("isSuspended") ? Bool(from: &reader) : false
    try reader.key("network")
    network = try TransferNetwork(from: &reader)
    resumes = try reader.hasKey("resumes") ? TransferIdentifier(from: &reader) : nil
    try reader.key("staysOnMachine")
    staysOnMachine = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension TransferOutcome {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    if let cancellation {
      writer.key("cancellation")
      cancellation.write(to: &writer)
    }
    if let error {
      writer.key("error")
      error.write(to: &writer)
    }
    writer.key("status")
    status.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    cancellation = try reader.hasKey("cancellation") ? TransferCancellation(from: &reader) : nil
    error = try reader.hasKey("error") ? TransferError(from: &reader) : nil
    try reader.key("status")
    status = try Int(from: &reader)
    try reader.endObject()
  }
}

extension TransferDetail {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let cause {
      writer.key("cause")
      cause.write(to: &writer)
    }
    if let challenge {
      writer.key("challenge")
      challenge.write(to: &writer)
    }
    if let file {
      writer.key("file")
      file.write(to: &writer)
    }
    if let finalURL {
      writer.key("finalURL")
      finalURL.write(to: &writer)
    }
    if let mimeType {
      writer.key("mimeType")
      mimeType.write(to: &writer)
    }
    if let path {
      writer.key("path")
      path.write(to: &writer)
    }
    if let taskDescription {
      writer.key("taskDescription")
      taskDescription.write(to: &writer)
    }
    if let url {
      writer.key("url")
      url.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    cause = try reader.hasKey("cause") ? String(from: &reader) : nil
    challenge = try reader.hasKey("challenge") ? TransferChallenge(from: &reader) : nil
    file = try reader.hasKey("file") ? String(from: &reader) : nil
    finalURL = try reader.hasKey("finalURL") ? String(from: &reader) : nil
    mimeType = try reader.hasKey("mimeType") ? String(from: &reader) : nil
    path = try reader.hasKey("path") ? String(from: &reader) : nil
    taskDescription = try reader.hasKey("taskDescription") ? String(from: &reader) : nil
    url = try reader.hasKey("url") ? String(from: &reader) : nil
    try reader.endObject()
  }
}

extension TransferChallenge {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("host")
    host.write(to: &writer)
    writer.key("isProxy")
    isProxy.write(to: &writer)
    writer.key("previousFailureCount")
    previousFailureCount.write(to: &writer)
    if let realm {
      writer.key("realm")
      realm.write(to: &writer)
    }
    writer.key("scheme")
    scheme.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("host")
    host = try String(from: &reader)
    try reader.key("isProxy")
    isProxy = try Bool(from: &reader)
    previousFailureCount = try reader.hasKey("previousFailureCount") ? Int(from: &reader) : 0
    realm = try reader.hasKey("realm") ? String(from: &reader) : nil
    try reader.key("scheme")
    scheme = try String(from: &reader)
    try reader.endObject()
  }
}

extension TransferProgress {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("bytes")
    bytes.write(to: &writer)
    writer.key("bytesPerSecond")
    bytesPerSecond.write(to: &writer)
    if let totalBytes {
      writer.key("totalBytes")
      totalBytes.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("bytes")
    bytes = try Int64(from: &reader)
    try reader.key("bytesPerSecond")
    bytesPerSecond = try Int64(from: &reader)
    totalBytes = try reader.hasKey("totalBytes") ? Int64(from: &reader) : nil
    try reader.endObject()
  }
}
