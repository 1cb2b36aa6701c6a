// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension NotificationCenterRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .add(let _0, let soundFault):
      writer.beginCase("add")
      writer.key("_0")
      _0.write(to: &writer)
      if let soundFault {
        writer.key("soundFault")
        soundFault.write(to: &writer)
      }
      writer.endCase()
    case .removePending(let _0):
      writer.beginCase("removePending")
      if let _0 {
        writer.key("_0")
        _0.write(to: &writer)
      }
      writer.endCase()
    case .removeDelivered(let _0):
      writer.beginCase("removeDelivered")
      if let _0 {
        writer.key("_0")
        _0.write(to: &writer)
      }
      writer.endCase()
    case .pending: writer.write(case: "pending")
    case .delivered: writer.write(case: "delivered")
    case .setCategories(let _0):
      writer.beginCase("setCategories")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .setBadge(let _0):
      writer.beginCase("setBadge")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .present(let callback, let _1):
      writer.beginCase("present")
      writer.key("_1")
      _1.write(to: &writer)
      writer.key("callback")
      callback.write(to: &writer)
      writer.endCase()
    case .settings: writer.write(case: "settings")
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("add") {
      try reader.key("_0")
      let _0 = try LocalNotification(from: &reader)
      let soundFault = try reader.hasKey("soundFault") ? SoundFault(from: &reader) : nil
      self = .add(_0, soundFault: soundFault)
    } else if reader.beginCase("removePending") {
      let _0 = try reader.hasKey("_0") ? [String](from: &reader) : nil
      self = .removePending(_0)
    } else if reader.beginCase("removeDelivered") {
      let _0 = try reader.hasKey("_0") ? [String](from: &reader) : nil
      self = .removeDelivered(_0)
    } else if reader.beginCase("pending") {
      self = .pending
    } else if reader.beginCase("delivered") {
      self = .delivered
    } else if reader.beginCase("setCategories") {
      try reader.key("_0")
      let _0 = try [NotificationCategory](from: &reader)
      self = .setCategories(_0)
    } else if reader.beginCase("setBadge") {
      try reader.key("_0")
      let _0 = try Int(from: &reader)
      self = .setBadge(_0)
    } else if reader.beginCase("present") {
      try reader.key("_1")
      let _1 = try PresentationOptions(from: &reader)
      try reader.key("callback")
      let callback = try CallbackToken(from: &reader)
      self = .present(callback: callback, _1)
    } else if reader.beginCase("settings") {
      self = .settings
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension SoundFault {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .missing: writer.write(case: "missing")
    case .badName: writer.write(case: "badName")
    case .unreadable(let errno):
      writer.beginCase("unreadable")
      writer.key("errno")
      errno.write(to: &writer)
      writer.endCase()
    case .unknownFormat: writer.write(case: "unknownFormat")
    case .encoding(let name):
      writer.beginCase("encoding")
      writer.key("name")
      name.write(to: &writer)
      writer.endCase()
    case .unknownLength: writer.write(case: "unknownLength")
    case .tooLong(let milliseconds):
      writer.beginCase("tooLong")
      writer.key("milliseconds")
      milliseconds.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("missing") {
      self = .missing
    } else if reader.beginCase("badName") {
      self = .badName
    } else if reader.beginCase("unreadable") {
      try reader.key("errno")
      let errno = try Int32(from: &reader)
      self = .unreadable(errno: errno)
    } else if reader.beginCase("unknownFormat") {
      self = .unknownFormat
    } else if reader.beginCase("encoding") {
      try reader.key("name")
      let name = try String(from: &reader)
      self = .encoding(name: name)
    } else if reader.beginCase("unknownLength") {
      self = .unknownLength
    } else if reader.beginCase("tooLong") {
      try reader.key("milliseconds")
      let milliseconds = try Int64(from: &reader)
      self = .tooLong(milliseconds: milliseconds)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
