// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension KeptSetting {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .sleepAgain(let _0):
      writer.beginCase("sleepAgain")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .jobNotifications(let _0):
      writer.beginCase("jobNotifications")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .automaticLowPowerMode(let _0):
      writer.beginCase("automaticLowPowerMode")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .energyAllowanceJoules(let _0):
      writer.beginCase("energyAllowanceJoules")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .dataAllowanceBytes(let _0):
      writer.beginCase("dataAllowanceBytes")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .wifiOnly(let _0):
      writer.beginCase("wifiOnly")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .automaticDownloads(let _0):
      writer.beginCase("automaticDownloads")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .adoption(let _0):
      writer.beginCase("adoption")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("sleepAgain") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .sleepAgain(_0)
    } else if reader.beginCase("jobNotifications") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .jobNotifications(_0)
    } else if reader.beginCase("automaticLowPowerMode") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .automaticLowPowerMode(_0)
    } else if reader.beginCase("energyAllowanceJoules") {
      try reader.key("_0")
      let _0 = try Int(from: &reader)
      self = .energyAllowanceJoules(_0)
    } else if reader.beginCase("dataAllowanceBytes") {
      try reader.key("_0")
      let _0 = try Int64(from: &reader)
      self = .dataAllowanceBytes(_0)
    } else if reader.beginCase("wifiOnly") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .wifiOnly(_0)
    } else if reader.beginCase("automaticDownloads") {
      try reader.key("_0")
      let _0 = try AutomaticDownloads(from: &reader)
      self = .automaticDownloads(_0)
    } else if reader.beginCase("adoption") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .adoption(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension AppSetting {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .backgroundRefresh(let _0):
      writer.beginCase("backgroundRefresh")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .location(let _0):
      writer.beginCase("location")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .locationAccuracy(let _0):
      writer.beginCase("locationAccuracy")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .allowsNotifications(let _0):
      writer.beginCase("allowsNotifications")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .allowsMicrophone(let _0):
      writer.beginCase("allowsMicrophone")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .allowsBluetooth(let _0):
      writer.beginCase("allowsBluetooth")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .allowsAccessories(let _0):
      writer.beginCase("allowsAccessories")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .energyAllowanceJoules(let _0):
      writer.beginCase("energyAllowanceJoules")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .dataAllowanceBytes(let _0):
      writer.beginCase("dataAllowanceBytes")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .wifiOnly(let _0):
      writer.beginCase("wifiOnly")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .automaticDownloads(let _0):
      writer.beginCase("automaticDownloads")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("backgroundRefresh") {
      try reader.key("_0")
      let _0 = try BackgroundRefresh(from: &reader)
      self = .backgroundRefresh(_0)
    } else if reader.beginCase("location") {
      try reader.key("_0")
      let _0 = try LocationAuthorization(from: &reader)
      self = .location(_0)
    } else if reader.beginCase("locationAccuracy") {
      try reader.key("_0")
      let _0 = try LocationAccuracy(from: &reader)
      self = .locationAccuracy(_0)
    } else if reader.beginCase("allowsNotifications") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .allowsNotifications(_0)
    } else if reader.beginCase("allowsMicrophone") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .allowsMicrophone(_0)
    } else if reader.beginCase("allowsBluetooth") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .allowsBluetooth(_0)
    } else if reader.beginCase("allowsAccessories") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .allowsAccessories(_0)
    } else if reader.beginCase("energyAllowanceJoules") {
      try reader.key("_0")
      let _0 = try Int(from: &reader)
      self = .energyAllowanceJoules(_0)
    } else if reader.beginCase("dataAllowanceBytes") {
      try reader.key("_0")
      let _0 = try Int64(from: &reader)
      self = .dataAllowanceBytes(_0)
    } else if reader.beginCase("wifiOnly") {
      try reader.key("_0")
      let _0 = try Bool(from: &reader)
      self = .wifiOnly(_0)
    } else if reader.beginCase("automaticDownloads") {
      try reader.key("_0")
      let _0 = try AutomaticDownloads(from: &reader)
      self = .automaticDownloads(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
