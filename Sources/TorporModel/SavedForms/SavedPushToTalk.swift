// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension PushToTalkRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .join(let channel, let token):
      writer.beginCase("join")
      writer.key("channel")
      channel.write(to: &writer)
      writer.key("token")
      token.write(to: &writer)
      writer.endCase()
    case .leave(let channel):
      writer.beginCase("leave")
      writer.key("channel")
      channel.write(to: &writer)
      writer.endCase()
    case .setActiveParticipant(let _0, let channel):
      writer.beginCase("setActiveParticipant")
      if let _0 {
        writer.key("_0")
        _0.write(to: &writer)
      }
      writer.key("channel")
      channel.write(to: &writer)
      writer.endCase()
    case .beginTransmitting(let channel):
      writer.beginCase("beginTransmitting")
      writer.key("channel")
      channel.write(to: &writer)
      writer.endCase()
    case .stopTransmitting(let channel):
      writer.beginCase("stopTransmitting")
      writer.key("channel")
      channel.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("join") {
      try reader.key("channel")
      let channel = try String(from: &reader)
      try reader.key("token")
      let token = try String(from: &reader)
      self = .join(channel: channel, token: token)
    } else if reader.beginCase("leave") {
      try reader.key("channel")
      let channel = try String(from: &reader)
      self = .leave(channel: channel)
    } else if reader.beginCase("setActiveParticipant") {
      let _0 = try reader.hasKey("_0") ? String(from: &reader) : nil
      try reader.key("channel")
      let channel = try String(from: &reader)
      self = .setActiveParticipant(_0, channel: channel)
    } else if reader.beginCase("beginTransmitting") {
      try reader.key("channel")
      let channel = try String(from: &reader)
      self = .beginTransmitting(channel: channel)
    } else if reader.beginCase("stopTransmitting") {
      try reader.key("channel")
      let channel = try String(from: &reader)
      self = .stopTransmitting(channel: channel)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
