// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension PushToTalkChannel.State {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .quiet: writer.write(case: "quiet")
    case .receiving(let participant):
      writer.beginCase("receiving")
      writer.key("participant")
      participant.write(to: &writer)
      writer.endCase()
    case .transmitting: writer.write(case: "transmitting")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("quiet") {
      self = .quiet
    } else if reader.beginCase("receiving") {
      try reader.key("participant")
      let participant = try String(from: &reader)
      self = .receiving(participant: participant)
    } else if reader.beginCase("transmitting") {
      self = .transmitting
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
