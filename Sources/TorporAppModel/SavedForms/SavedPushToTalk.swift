// Written by scripts/generate-saved; edit the declarations and run it again.

extension PushToTalkCallback {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .didRestore(let channel):
      writer.beginCase("didRestore")
      writer.key("channel")
      channel.write(to: &writer)
      writer.endCase()
    case .didLeave(let channel):
      writer.beginCase("didLeave")
      writer.key("channel")
      channel.write(to: &writer)
      writer.endCase()
    case .incomingPush(let channel, let payload):
      writer.beginCase("incomingPush")
      writer.key("channel")
      channel.write(to: &writer)
      writer.key("payload")
      payload.write(to: &writer)
      writer.endCase()
    case .serviceUpdate(let channel, let payload, let isHighPriority, let remaining):
      writer.beginCase("serviceUpdate")
      writer.key("channel")
      channel.write(to: &writer)
      writer.key("isHighPriority")
      isHighPriority.write(to: &writer)
      writer.key("payload")
      payload.write(to: &writer)
      writer.key("remaining")
      remaining.write(to: &writer)
      writer.endCase()
    case .didActivateAudio(let channel):
      writer.beginCase("didActivateAudio")
      writer.key("channel")
      channel.write(to: &writer)
      writer.endCase()
    case .didDeactivateAudio(let channel):
      writer.beginCase("didDeactivateAudio")
      writer.key("channel")
      channel.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("didRestore") {
      try reader.key("channel")
      let channel = try String(from: &reader)
      self = .didRestore(channel: channel)
    } else if reader.beginCase("didLeave") {
      try reader.key("channel")
      let channel = try String(from: &reader)
      self = .didLeave(channel: channel)
    } else if reader.beginCase("incomingPush") {
      try reader.key("channel")
      let channel = try String(from: &reader)
      try reader.key("payload")
      let payload = try String(from: &reader)
      self = .incomingPush(channel: channel, payload: payload)
    } else if reader.beginCase("serviceUpdate") {
      try reader.key("channel")
      let channel = try String(from: &reader)
      try reader.key("isHighPriority")
      let isHighPriority = try Bool(from: &reader)
      try reader.key("payload")
      let payload = try String(from: &reader)
      try reader.key("remaining")
      let remaining = try Int(from: &reader)
      self = .serviceUpdate(
        channel: channel,
        payload: payload,
        isHighPriority: isHighPriority,
        remaining: remaining
      )
    } else if reader.beginCase("didActivateAudio") {
      try reader.key("channel")
      let channel = try String(from: &reader)
      self = .didActivateAudio(channel: channel)
    } else if reader.beginCase("didDeactivateAudio") {
      try reader.key("channel")
      let channel = try String(from: &reader)
      self = .didDeactivateAudio(channel: channel)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
