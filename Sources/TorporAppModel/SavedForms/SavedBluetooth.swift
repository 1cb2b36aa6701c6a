// Written by scripts/generate-saved; edit the declarations and run it again.

extension BluetoothCallback {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .willRestoreState(let identifier, let peripherals, let services):
      writer.beginCase("willRestoreState")
      writer.key("identifier")
      identifier.write(to: &writer)
      writer.key("peripherals")
      peripherals.write(to: &writer)
      writer.key("services")
      services.write(to: &writer)
      writer.endCase()
    case .didConnect(let peripheral):
      writer.beginCase("didConnect")
      writer.key("peripheral")
      peripheral.write(to: &writer)
      writer.endCase()
    case .didDisconnect(let peripheral):
      writer.beginCase("didDisconnect")
      writer.key("peripheral")
      peripheral.write(to: &writer)
      writer.endCase()
    case .didDiscover(let peripheral, let services):
      writer.beginCase("didDiscover")
      writer.key("peripheral")
      peripheral.write(to: &writer)
      writer.key("services")
      services.write(to: &writer)
      writer.endCase()
    case .data(let peripheral):
      writer.beginCase("data")
      writer.key("peripheral")
      peripheral.write(to: &writer)
      writer.endCase()
    case .centralRequest(let _0):
      writer.beginCase("centralRequest")
      if let _0 {
        writer.key("_0")
        _0.write(to: &writer)
      }
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("willRestoreState") {
      try reader.key("identifier")
      let identifier = try String(from: &reader)
      try reader.key("peripherals")
      let peripherals = try [String](from: &reader)
      try reader.key("services")
      let services = try [String](from: &reader)
      self = .willRestoreState(identifier: identifier, peripherals: peripherals, services: services)
    } else if reader.beginCase("didConnect") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      self = .didConnect(peripheral: peripheral)
    } else if reader.beginCase("didDisconnect") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      self = .didDisconnect(peripheral: peripheral)
    } else if reader.beginCase("didDiscover") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      try reader.key("services")
      let services = try [String](from: &reader)
      self = .didDiscover(peripheral: peripheral, services: services)
    } else if reader.beginCase("data") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      self = .data(peripheral: peripheral)
    } else if reader.beginCase("centralRequest") {
      let _0 = try reader.hasKey("_0") ? CentralRequest(from: &reader) : nil
      self = .centralRequest(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension PeripheralService {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("characteristics")
    characteristics.write(to: &writer)
    writer.key("number")
    number.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("characteristics")
    characteristics = try [PeripheralCharacteristic](from: &reader)
    try reader.key("number")
    number = try String(from: &reader)
    try reader.endObject()
  }
}

extension PeripheralCharacteristic {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("number")
    number.write(to: &writer)
    writer.key("uses")
    uses.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("number")
    number = try String(from: &reader)
    try reader.key("uses")
    uses = try [PeripheralCharacteristic.Use](from: &reader)
    try reader.endObject()
  }
}

extension CentralRequest {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let central {
      writer.key("central")
      central.write(to: &writer)
    }
    writer.key("characteristic")
    characteristic.write(to: &writer)
    if let identifier {
      writer.key("identifier")
      identifier.write(to: &writer)
    }
    writer.key("kind")
    kind.write(to: &writer)
    writer.key("offset")
    offset.write(to: &writer)
    writer.key("service")
    service.write(to: &writer)
    writer.key("value")
    value.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    central = try reader.hasKey("central") ? String(from: &reader) : nil
    try reader.key("characteristic")
    characteristic = try String(from: &reader)
    identifier = try reader.hasKey("identifier") ? CentralRequestIdentifier(from: &reader) : nil
    try reader.key("kind")
    kind = try CentralRequest.Kind(from: &reader)
    try reader.key("offset")
    offset = try Int(from: &reader)
    try reader.key("service")
    service = try String(from: &reader)
    try reader.key("value")
    value = try [UInt8](from: &reader)
    try reader.endObject()
  }
}

extension CentralAnswer {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .value(let _0):
      writer.beginCase("value")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .failure(let code):
      writer.beginCase("failure")
      writer.key("code")
      code.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("value") {
      try reader.key("_0")
      let _0 = try [UInt8](from: &reader)
      self = .value(_0)
    } else if reader.beginCase("failure") {
      try reader.key("code")
      let code = try UInt8(from: &reader)
      self = .failure(code: code)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
