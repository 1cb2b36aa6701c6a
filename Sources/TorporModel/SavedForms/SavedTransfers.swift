// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension SessionRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .open(let _0):
      writer.beginCase("open")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .start(let session, let _1, let key):
      writer.beginCase("start")
      writer.key("_1")
      _1.write(to: &writer)
      if let key {
        writer.key("key")
        key.write(to: &writer)
      }
      writer.key("session")
      session.write(to: &writer)
      writer.endCase()
    case .cancel(let _0, let keepsPartial):
      writer.beginCase("cancel")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("keepsPartial")
      keepsPartial.write(to: &writer)
      writer.endCase()
    case .suspend(let _0):
      writer.beginCase("suspend")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .resume(let _0):
      writer.beginCase("resume")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .begin(let _0, let _1):
      writer.beginCase("begin")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("_1")
      _1.write(to: &writer)
      writer.endCase()
    case .list(let session, let after):
      writer.beginCase("list")
      if let after {
        writer.key("after")
        after.write(to: &writer)
      }
      writer.key("session")
      session.write(to: &writer)
      writer.endCase()
    case .answerChallenge(let _0, let _1):
      writer.beginCase("answerChallenge")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("_1")
      _1.write(to: &writer)
      writer.endCase()
    case .answerDelayedRequest(let _0, let _1):
      writer.beginCase("answerDelayedRequest")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("_1")
      _1.write(to: &writer)
      writer.endCase()
    case .invalidate(let session, let cancelsTransfers):
      writer.beginCase("invalidate")
      writer.key("cancelsTransfers")
      cancelsTransfers.write(to: &writer)
      writer.key("session")
      session.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("open") {
      try reader.key("_0")
      let _0 = try SessionConfiguration(from: &reader)
      self = .open(_0)
    } else if reader.beginCase("start") {
      try reader.key("_1")
      let _1 = try [TransferRequest](from: &reader)
      let key = try reader.hasKey("key") ? String(from: &reader) : nil
      try reader.key("session")
      let session = try String(from: &reader)
      self = .start(session: session, _1, key: key)
    } else if reader.beginCase("cancel") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      try reader.key("keepsPartial")
      let keepsPartial = try Bool(from: &reader)
      self = .cancel(_0, keepsPartial: keepsPartial)
    } else if reader.beginCase("suspend") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      self = .suspend(_0)
    } else if reader.beginCase("resume") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      self = .resume(_0)
    } else if reader.beginCase("begin") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      try reader.key("_1")
      let _1 = try TransferRequest(from: &reader)
      self = .begin(_0, _1)
    } else if reader.beginCase("list") {
      let after = try reader.hasKey("after") ? TransferIdentifier(from: &reader) : nil
      try reader.key("session")
      let session = try String(from: &reader)
      self = .list(session: session, after: after)
    } else if reader.beginCase("answerChallenge") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      try reader.key("_1")
      let _1 = try ChallengeDisposition(from: &reader)
      self = .answerChallenge(_0, _1)
    } else if reader.beginCase("answerDelayedRequest") {
      try reader.key("_0")
      let _0 = try TransferIdentifier(from: &reader)
      try reader.key("_1")
      let _1 = try DelayedRequestDisposition(from: &reader)
      self = .answerDelayedRequest(_0, _1)
    } else if reader.beginCase("invalidate") {
      try reader.key("cancelsTransfers")
      let cancelsTransfers = try Bool(from: &reader)
      try reader.key("session")
      let session = try String(from: &reader)
      self = .invalidate(session: session, cancelsTransfers: cancelsTransfers)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
