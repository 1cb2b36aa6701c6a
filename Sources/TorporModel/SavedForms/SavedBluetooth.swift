// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporAppModel

extension BluetoothRequest {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .connect(let peripheral, let restoreIdentifier):
      writer.beginCase("connect")
      writer.key("peripheral")
      peripheral.write(to: &writer)
      if let restoreIdentifier {
        writer.key("restoreIdentifier")
        restoreIdentifier.write(to: &writer)
      }
      writer.endCase()
    case .cancelConnection(let peripheral):
      writer.beginCase("cancelConnection")
      writer.key("peripheral")
      peripheral.write(to: &writer)
      writer.endCase()
    case .scan(let services, let restoreIdentifier):
      writer.beginCase("scan")
      if let restoreIdentifier {
        writer.key("restoreIdentifier")
        restoreIdentifier.write(to: &writer)
      }
      writer.key("services")
      services.write(to: &writer)
      writer.endCase()
    case .stopScan: writer.write(case: "stopScan")
    case .subscribe(let peripheral, let characteristic, let isOn):
      writer.beginCase("subscribe")
      writer.key("characteristic")
      characteristic.write(to: &writer)
      writer.key("isOn")
      isOn.write(to: &writer)
      writer.key("peripheral")
      peripheral.write(to: &writer)
      writer.endCase()
    case .advertise(let services, let restoreIdentifier):
      writer.beginCase("advertise")
      if let restoreIdentifier {
        writer.key("restoreIdentifier")
        restoreIdentifier.write(to: &writer)
      }
      writer.key("services")
      services.write(to: &writer)
      writer.endCase()
    case .stopAdvertising: writer.write(case: "stopAdvertising")
    case .publish(let services, let restoreIdentifier):
      writer.beginCase("publish")
      if let restoreIdentifier {
        writer.key("restoreIdentifier")
        restoreIdentifier.write(to: &writer)
      }
      writer.key("services")
      services.write(to: &writer)
      writer.endCase()
    case .answer(let request, let _1):
      writer.beginCase("answer")
      writer.key("_1")
      _1.write(to: &writer)
      writer.key("request")
      request.write(to: &writer)
      writer.endCase()
    case .updateValue(let service, let characteristic, let value):
      writer.beginCase("updateValue")
      writer.key("characteristic")
      characteristic.write(to: &writer)
      writer.key("service")
      service.write(to: &writer)
      writer.key("value")
      value.write(to: &writer)
      writer.endCase()
    case .standing(let restoreIdentifier):
      writer.beginCase("standing")
      if let restoreIdentifier {
        writer.key("restoreIdentifier")
        restoreIdentifier.write(to: &writer)
      }
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("connect") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      let restoreIdentifier = try reader.hasKey("restoreIdentifier") ? String(from: &reader) : nil
      self = .connect(peripheral: peripheral, restoreIdentifier: restoreIdentifier)
    } else if reader.beginCase("cancelConnection") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      self = .cancelConnection(peripheral: peripheral)
    } else if reader.beginCase("scan") {
      let restoreIdentifier = try reader.hasKey("restoreIdentifier") ? String(from: &reader) : nil
      try reader.key("services")
      let services = try [String](from: &reader)
      self = .scan(services: services, restoreIdentifier: restoreIdentifier)
    } else if reader.beginCase("stopScan") {
      self = .stopScan
    } else if reader.beginCase("subscribe") {
      try reader.key("characteristic")
      let characteristic = try String(from: &reader)
      try reader.key("isOn")
      let isOn = try Bool(from: &reader)
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      self = .subscribe(peripheral: peripheral, characteristic: characteristic, isOn: isOn)
    } else if reader.beginCase("advertise") {
      let restoreIdentifier = try reader.hasKey("restoreIdentifier") ? String(from: &reader) : nil
      try reader.key("services")
      let services = try [String](from: &reader)
      self = .advertise(services: services, restoreIdentifier: restoreIdentifier)
    } else if reader.beginCase("stopAdvertising") {
      self = .stopAdvertising
    } else if reader.beginCase("publish") {
      let restoreIdentifier = try reader.hasKey("restoreIdentifier") ? String(from: &reader) : nil
      try reader.key("services")
      let services = try [PeripheralService](from: &reader)
      self = .publish(services: services, restoreIdentifier: restoreIdentifier)
    } else if reader.beginCase("answer") {
      try reader.key("_1")
      let _1 = try CentralAnswer(from: &reader)
      try reader.key("request")
      let request = try CentralRequestIdentifier(from: &reader)
      self = .answer(request: request, _1)
    } else if reader.beginCase("updateValue") {
      try reader.key("characteristic")
      let characteristic = try String(from: &reader)
      try reader.key("service")
      let service = try String(from: &reader)
      try reader.key("value")
      let value = try [UInt8](from: &reader)
      self = .updateValue(service: service, characteristic: characteristic, value: value)
    } else if reader.beginCase("standing") {
      let restoreIdentifier = try reader.hasKey("restoreIdentifier") ? String(from: &reader) : nil
      self = .standing(restoreIdentifier: restoreIdentifier)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension BluetoothEvent {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .power(let isOn):
      writer.beginCase("power")
      writer.key("isOn")
      isOn.write(to: &writer)
      writer.endCase()
    case .connected(let peripheral):
      writer.beginCase("connected")
      writer.key("peripheral")
      peripheral.write(to: &writer)
      writer.endCase()
    case .disconnected(let peripheral):
      writer.beginCase("disconnected")
      writer.key("peripheral")
      peripheral.write(to: &writer)
      writer.endCase()
    case .discovered(let peripheral, let services):
      writer.beginCase("discovered")
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
    case .centralRequest(let app, let request):
      writer.beginCase("centralRequest")
      writer.key("app")
      app.write(to: &writer)
      if let request {
        writer.key("request")
        request.write(to: &writer)
      }
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("power") {
      try reader.key("isOn")
      let isOn = try Bool(from: &reader)
      self = .power(isOn: isOn)
    } else if reader.beginCase("connected") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      self = .connected(peripheral: peripheral)
    } else if reader.beginCase("disconnected") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      self = .disconnected(peripheral: peripheral)
    } else if reader.beginCase("discovered") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      try reader.key("services")
      let services = try [String](from: &reader)
      self = .discovered(peripheral: peripheral, services: services)
    } else if reader.beginCase("data") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      self = .data(peripheral: peripheral)
    } else if reader.beginCase("centralRequest") {
      try reader.key("app")
      let app = try AppIdentifier(from: &reader)
      let request = try reader.hasKey("request") ? CentralRequest(from: &reader) : nil
      self = .centralRequest(app: app, request: request)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
