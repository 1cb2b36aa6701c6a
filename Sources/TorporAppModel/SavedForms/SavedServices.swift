// Written by scripts/generate-saved; edit the declarations and run it again.

extension ServiceCallback {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .didReceiveIncomingPush(let payload, let mustReport):
      writer.beginCase("didReceiveIncomingPush")
      writer.key("mustReport")
      mustReport.write(to: &writer)
      writer.key("payload")
      payload.write(to: &writer)
      writer.endCase()
    case .location(let _0):
      writer.beginCase("location")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .notifications(let _0):
      writer.beginCase("notifications")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .audio(let _0):
      writer.beginCase("audio")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .accessory(let _0):
      writer.beginCase("accessory")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .bluetooth(let _0):
      writer.beginCase("bluetooth")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .descriptor(let _0):
      writer.beginCase("descriptor")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .pushToTalk(let _0):
      writer.beginCase("pushToTalk")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .didDecide(let _0, let _1):
      writer.beginCase("didDecide")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("_1")
      _1.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("didReceiveIncomingPush") {
      try reader.key("mustReport")
      let mustReport = try Bool(from: &reader)
      try reader.key("payload")
      let payload = try String(from: &reader)
      self = .didReceiveIncomingPush(payload: payload, mustReport: mustReport)
    } else if reader.beginCase("location") {
      try reader.key("_0")
      let _0 = try LocationCallback(from: &reader)
      self = .location(_0)
    } else if reader.beginCase("notifications") {
      try reader.key("_0")
      let _0 = try NotificationCallback(from: &reader)
      self = .notifications(_0)
    } else if reader.beginCase("audio") {
      try reader.key("_0")
      let _0 = try AudioCallback(from: &reader)
      self = .audio(_0)
    } else if reader.beginCase("accessory") {
      try reader.key("_0")
      let _0 = try AccessoryCallback(from: &reader)
      self = .accessory(_0)
    } else if reader.beginCase("bluetooth") {
      try reader.key("_0")
      let _0 = try BluetoothCallback(from: &reader)
      self = .bluetooth(_0)
    } else if reader.beginCase("descriptor") {
      try reader.key("_0")
      let _0 = try DescriptorCallback(from: &reader)
      self = .descriptor(_0)
    } else if reader.beginCase("pushToTalk") {
      try reader.key("_0")
      let _0 = try PushToTalkCallback(from: &reader)
      self = .pushToTalk(_0)
    } else if reader.beginCase("didDecide") {
      try reader.key("_0")
      let _0 = try Permission(from: &reader)
      try reader.key("_1")
      let _1 = try PermissionStatus(from: &reader)
      self = .didDecide(_0, _1)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
