// Written by scripts/generate-saved; edit the declarations and run it again.

extension FetchInterval {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .never: writer.write(case: "never")
    case .minimum: writer.write(case: "minimum")
    case .atLeast(let _0):
      writer.beginCase("atLeast")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("never") {
      self = .never
    } else if reader.beginCase("minimum") {
      self = .minimum
    } else if reader.beginCase("atLeast") {
      try reader.key("_0")
      let _0 = try Duration(from: &reader)
      self = .atLeast(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension TaskRequest {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let earliestBegin {
      writer.key("earliestBegin")
      earliestBegin.write(to: &writer)
    }
    writer.key("identifier")
    identifier.write(to: &writer)
    writer.key("kind")
    kind.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    earliestBegin = try reader.hasKey("earliestBegin") ? Duration(from: &reader) : nil
    try reader.key("identifier")
    identifier = try String(from: &reader)
    try reader.key("kind")
    kind = try TaskRequest.Kind(from: &reader)
    try reader.endObject()
  }
}

extension TaskRequest.Kind {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .appRefresh: writer.write(case: "appRefresh")
    case .processing(let _0):
      writer.beginCase("processing")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    case .healthResearch(let _0, let protection):
      writer.beginCase("healthResearch")
      writer.key("_0")
      _0.write(to: &writer)
      writer.key("protection")
      protection.write(to: &writer)
      writer.endCase()
    case .continued(let _0):
      writer.beginCase("continued")
      writer.key("_0")
      _0.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("appRefresh") {
      self = .appRefresh
    } else if reader.beginCase("processing") {
      try reader.key("_0")
      let _0 = try TaskRequest.ProcessingNeeds(from: &reader)
      self = .processing(_0)
    } else if reader.beginCase("healthResearch") {
      try reader.key("_0")
      let _0 = try TaskRequest.ProcessingNeeds(from: &reader)
      try reader.key("protection")
      let protection = try FileProtection(from: &reader)
      self = .healthResearch(_0, protection: protection)
    } else if reader.beginCase("continued") {
      try reader.key("_0")
      let _0 = try TaskRequest.ContinuedProcessing(from: &reader)
      self = .continued(_0)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}

extension TaskRequest.ProcessingNeeds {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("externalPower")
    externalPower.write(to: &writer)
    writer.key("network")
    network.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("externalPower")
    externalPower = try Bool(from: &reader)
    try reader.key("network")
    network = try Bool(from: &reader)
    try reader.endObject()
  }
}

extension TaskRequest.ContinuedProcessing {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("needsGPU")
    needsGPU.write(to: &writer)
    writer.key("strategy")
    strategy.write(to: &writer)
    writer.key("subtitle")
    subtitle.write(to: &writer)
    writer.key("title")
    title.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("needsGPU")
    needsGPU = try Bool(from: &reader)
    try reader.key("strategy")
    strategy = try TaskRequest.ContinuedProcessing.Strategy(from: &reader)
    try reader.key("subtitle")
    subtitle = try String(from: &reader)
    try reader.key("title")
    title = try String(from: &reader)
    try reader.endObject()
  }
}
