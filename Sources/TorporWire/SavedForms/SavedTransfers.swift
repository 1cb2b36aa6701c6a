// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension TransferServiceOrder {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .start(let _0):
      writer.beginCase("start")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .pause(let _0):
      writer.beginCase("pause")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .discard(let _0):
      writer.beginCase("discard")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .forget(let _0, let removesFile):
      writer.beginCase("forget")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("removesFile")
      removesFile.write(to: &writer)
      writer.endCase()
    case .answer(let _0, let _1):
      writer.beginCase("answer")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("_1")
      _1.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("start") {
      try reader.key("_0")
      let _0 = try [TransferStart](from: &reader)
      self = .start(_0)
    } else if reader.beginCase("pause") {
      try reader.key("_0")
      let _0 = try [TransferIdentifier](from: &reader)
      self = .pause(_0)
    } else if reader.beginCase("discard") {
      try reader.key("_0")
      let _0 = try [TransferIdentifier](from: &reader)
      self = .discard(_0)
    } else if reader.beginCase("forget") {
      try reader.key("_0")
      let _0 = try [TransferIdentifier](from: &reader)
      try reader.key("removesFile")
      let removesFile = try Bool(from: &reader)
      self = .forget(_0, removesFile: removesFile)
    } else if reader.beginCase("answer") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      try reader.key("_1")
      let _1 = try TransferCredential(from: &reader)
      self = .answer(_0, _1)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension TransferStart {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("attempt")
    attempt.write(to: &writer)
    if let beginsAnew {
      writer.key("beginsAnew")
      beginsAnew.write(to: &writer)
    }
    writer.key("connectionsPerHostMax")
    connectionsPerHostMax.write(to: &writer)
    writer.key("content")
    content.write(to: &writer)
    writer.key("direction")
    direction.write(to: &writer)
    writer.key("requestTimeout")
    requestTimeout.write(to: &writer)
    if let resumes {
      writer.key("resumes")
      resumes.write(to: &writer)
    }
    writer.key("transfer")
    transfer.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("attempt")
    attempt = try UInt32(from: &reader)
    beginsAnew = try reader.hasKey("beginsAnew") ? Bool(from: &reader) : nil
    try reader.key("connectionsPerHostMax")
    connectionsPerHostMax = try Int(from: &reader)
    try reader.key("content")
    content = try TransferContent(from: &reader)
    try reader.key("direction")
    direction = try TransferDirection(from: &reader)
    try reader.key("requestTimeout")
    requestTimeout = try Duration(from: &reader)
    resumes = try reader.hasKey("resumes") ? TransferIdentifier(from: &reader) : nil
    try reader.key("transfer")
    transfer = try TransferIdentifier(from: &reader)
    try reader.endObject()
  }
}

extension TransferCredential {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .password(let user, let password):
      writer.beginCase("password")
      writer.key("password")
      password.write(to: &writer)
      writer.key("user")
      user.write(to: &writer)
      writer.endCase()
    case .none: writer.write(case: "none")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("password") {
      try reader.key("password")
      let password = try String(from: &reader)
      try reader.key("user")
      let user = try String(from: &reader)
      self = .password(user: user, password: password)
    } else if reader.beginCase("none") {
      self = .none
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension TransferServiceReport {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .ended(let _0):
      writer.beginCase("ended")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .begun(let _0):
      writer.beginCase("begun")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .queued(let _0):
      writer.beginCase("queued")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .progress(let _0):
      writer.beginCase("progress")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .trouble(let cause):
      writer.beginCase("trouble")
      writer.key("cause")
      cause.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("ended") {
      try reader.key("_0")
      let _0 = try [TransferServiceResult](from: &reader)
      self = .ended(_0)
    } else if reader.beginCase("begun") {
      try reader.key("_0")
      let _0 = try [TransferServiceBegin](from: &reader)
      self = .begun(_0)
    } else if reader.beginCase("queued") {
      try reader.key("_0")
      let _0 = try [TransferIdentifier](from: &reader)
      self = .queued(_0)
    } else if reader.beginCase("progress") {
      try reader.key("_0")
      let _0 = try [TransferServiceProgress](from: &reader)
      self = .progress(_0)
    } else if reader.beginCase("trouble") {
      try reader.key("cause")
      let cause = try String(from: &reader)
      self = .trouble(cause: cause)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension TransferServiceResult {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("attempt")
    attempt.write(to: &writer)
    writer.key("bytes")
    bytes.write(to: &writer)
    writer.key("detail")
    detail.write(to: &writer)
    if let error {
      writer.key("error")
      error.write(to: &writer)
    }
    writer.key("isChallenge")
    isChallenge.write(to: &writer)
    if let isRerouted {
      writer.key("isRerouted")
      isRerouted.write(to: &writer)
    }
    writer.key("movedBytes")
    movedBytes.write(to: &writer)
    if let newBytes {
      writer.key("newBytes")
      newBytes.write(to: &writer)
    }
    if let retryAfter {
      writer.key("retryAfter")
      retryAfter.write(to: &writer)
    }
    writer.key("status")
    status.write(to: &writer)
    writer.key("transfer")
    transfer.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("attempt")
    attempt = try UInt32(from: &reader)
    try reader.key("bytes")
    bytes = try Int64(from: &reader)
    try reader.key("detail")
    detail = try TransferDetail(from: &reader)
    error = try reader.hasKey("error") ? TransferError(from: &reader) : nil
    try reader.key("isChallenge")
    isChallenge = try Bool(from: &reader)
    isRerouted = try reader.hasKey("isRerouted") ? Bool(from: &reader) : nil
    try reader.key("movedBytes")
    movedBytes = try Int64(from: &reader)
    newBytes = try reader.hasKey("newBytes") ? Int64(from: &reader) : nil
    retryAfter = try reader.hasKey("retryAfter") ? Duration(from: &reader) : nil
    try reader.key("status")
    status = try Int(from: &reader)
    try reader.key("transfer")
    transfer = try TransferIdentifier(from: &reader)
    try reader.endObject()
  }
}

extension TransferServiceBegin {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("attempt")
    attempt.write(to: &writer)
    writer.key("keptBytes")
    keptBytes.write(to: &writer)
    writer.key("transfer")
    transfer.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("attempt")
    attempt = try UInt32(from: &reader)
    try reader.key("keptBytes")
    keptBytes = try Int64(from: &reader)
    try reader.key("transfer")
    transfer = try TransferIdentifier(from: &reader)
    try reader.endObject()
  }
}

extension TransferServiceProgress {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("progress")
    progress.write(to: &writer)
    if let resumedAt {
      writer.key("resumedAt")
      resumedAt.write(to: &writer)
    }
    writer.key("transfer")
    transfer.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("progress")
    progress = try TransferProgress(from: &reader)
    resumedAt = try reader.hasKey("resumedAt") ? Int64(from: &reader) : nil
    try reader.key("transfer")
    transfer = try TransferIdentifier(from: &reader)
    try reader.endObject()
  }
}
