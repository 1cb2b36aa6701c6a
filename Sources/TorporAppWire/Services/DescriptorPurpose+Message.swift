import TorporAppModel

/// It has no object of its own.
extension DescriptorPurpose {
  package init(_ message: ParameterReader) throws(WireError) {
    let accessory = try message.optional("accessory", bytes: ServiceLimits.nameBytes)
    let name: App.DescriptorPurposeName = try message.value("purpose")
    switch (name, accessory) {
    case (.voip, nil): self = .voIP
    case (.other, nil): self = .other
    case (.accessory, let accessory?): self = .accessory(accessory)
    case (.accessory, nil), (.voip, _), (.other, _): throw message.invalid("accessory")
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .voIP: [("purpose", App.DescriptorPurposeName.voip.json)]
    case .accessory(let accessory):
      [("purpose", App.DescriptorPurposeName.accessory.json), ("accessory", accessory.json)]
    case .other: [("purpose", App.DescriptorPurposeName.other.json)]
    }
  }
}
