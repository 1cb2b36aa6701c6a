// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension Setting {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .appSettings(let app, let settings):
      writer.beginCase("appSettings")
      writer.key("app")
      app.write(to: &writer)
      writer.key("settings")
      settings.write(to: &writer)
      writer.endCase()
    case .backgroundRefresh(let _0):
      writer.beginCase("backgroundRefresh")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .lowPowerMode(let _0):
      writer.beginCase("lowPowerMode")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .profile(let _0):
      writer.beginCase("profile")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .evictionOrder(let _0):
      writer.beginCase("memoryVictims")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .pageOutAfter(let _0):
      writer.beginCase("pageOutAfter")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .kept(let _0):
      writer.beginCase("kept")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("appSettings") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      try reader.key("settings")
      let settings = try AppSettings(from: &reader)
      self = .appSettings(app: app, settings: settings)
    } else if reader.beginCase("backgroundRefresh") {
      try reader.key("_0")
      let _0 = try BackgroundRefresh(from: &reader)
      self = .backgroundRefresh(_0)
    } else if reader.beginCase("lowPowerMode") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .lowPowerMode(_0)
    } else if reader.beginCase("profile") {
      try reader.key("_0")
      let _0 = try ProfileName(from: &reader)
      self = .profile(_0)
    } else if reader.beginCase("memoryVictims") {
      try reader.key("_0")
      let _0 = try EvictionOrder(from: &reader)
      self = .evictionOrder(_0)
    } else if reader.beginCase("pageOutAfter") {
      try reader.key("_0")
      let _0 = try Duration(from: &reader)
      self = .pageOutAfter(_0)
    } else if reader.beginCase("kept") {
      try reader.key("_0")
      let _0 = try KeptSetting(from: &reader)
      self = .kept(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
