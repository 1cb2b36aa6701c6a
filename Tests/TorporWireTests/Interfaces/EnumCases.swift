// Which cases an enum has, and which of them values show, so that a list of samples can be held
// against the code: whoever adds a case and no sample of it fails a test.

/// The names of an enum's cases as the compiler wrote them down; empty for what is no enum.
///
/// Swift offers `CaseIterable` only where no case has a payload. The names stand in the metadata that
/// `Mirror` reads too: of a type its descriptor, of that its fields (swift/docs/ABI/TypeMetadata.rst).
func caseNames(of type: Any.Type) -> [String] {
  let enumKind = 0x201
  let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
  guard metadata.load(as: Int.self) == enumKind else { return [] }
  let word = MemoryLayout<UnsafeRawPointer>.size
  let descriptor = metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
  let fields = target(ofRelativePointerAt: descriptor + 16)
  let countOffset = 12
  let headSize = 16
  let recordSize = 12
  return (0..<fields.load(fromByteOffset: countOffset, as: UInt32.self)).map { index in
    let record = fields + headSize + Int(index) * recordSize
    let name = target(ofRelativePointerAt: record + 8)
    return String(cString: name.assumingMemoryBound(to: CChar.self))
  }
}

private func target(ofRelativePointerAt address: UnsafeRawPointer) -> UnsafeRawPointer {
  address + Int(address.load(as: Int32.self))
}

/// The cases of every enum inside some values, by the name of the type.
struct ShownCases {
  private var shown: [ObjectIdentifier: (type: Any.Type, cases: Set<String>)] = [:]

  init(in values: [Any]) {
    for value in values { visit(value) }
  }

  /// "Type.case" for each case that no value shows; an enum with raw values is a word or a number,
  /// which one value stands for.
  var missing: [String] {
    shown.values.filter { !($0.type is any RawRepresentable.Type) }.flatMap { type, cases in
      caseNames(of: type).filter { !cases.contains($0) }.map { "\(type).\($0)" }
    }.sorted()
  }

  private mutating func visit(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .enum {
      let type = type(of: value)
      let name = mirror.children.first?.label ?? Self.name(ofEmptyCase: value)
      shown[ObjectIdentifier(type), default: (type, [])].cases.insert(name)
    }
    for child in mirror.children { visit(child.value) }
  }

  /// The name that the compiler prints, whatever the type says of itself.
  private static func name(ofEmptyCase value: Any) -> String {
    func name<Value>(_ value: Value) -> String {
      caseName(value).map { String(cString: $0) } ?? ""
    }
    return _openExistential(value, do: name)
  }
}

@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
