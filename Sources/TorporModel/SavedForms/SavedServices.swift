// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension ServiceRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .push(let _0):
      writer.beginCase("push")
      writer.key("_0")
      _0.write(to: &writer)
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
    case .permission(let _0):
      writer.beginCase("permission")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("push") {
      try reader.key("_0")
      let _0 = try PushRequest(from: &reader)
      self = .push(_0)
    } else if reader.beginCase("location") {
      try reader.key("_0")
      let _0 = try LocationRequest(from: &reader)
      self = .location(_0)
    } else if reader.beginCase("notifications") {
      try reader.key("_0")
      let _0 = try NotificationCenterRequest(from: &reader)
      self = .notifications(_0)
    } else if reader.beginCase("audio") {
      try reader.key("_0")
      let _0 = try AudioRequest(from: &reader)
      self = .audio(_0)
    } else if reader.beginCase("accessory") {
      try reader.key("_0")
      let _0 = try AccessoryRequest(from: &reader)
      self = .accessory(_0)
    } else if reader.beginCase("bluetooth") {
      try reader.key("_0")
      let _0 = try BluetoothRequest(from: &reader)
      self = .bluetooth(_0)
    } else if reader.beginCase("descriptor") {
      try reader.key("_0")
      let _0 = try DescriptorRequest(from: &reader)
      self = .descriptor(_0)
    } else if reader.beginCase("pushToTalk") {
      try reader.key("_0")
      let _0 = try PushToTalkRequest(from: &reader)
      self = .pushToTalk(_0)
    } else if reader.beginCase("permission") {
      try reader.key("_0")
      let _0 = try PermissionRequest(from: &reader)
      self = .permission(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
