extension SavedFailure {
  /// Returns the location of the fault in the text, and the fault: "screen.front: expected an array, found null".
  ///
  /// The path is derived only here, from the byte number: reading keeps no path.
  package func description(in text: [UInt8]) -> String {
    var path = SavedPath()
    path.walk(text, to: offset)
    let place = path.text(missingKey: missingKey)
    return place.isEmpty ? cause : "\(place): \(cause)"
  }
}

/// The path from the root of a canonical text to one of its bytes.
private struct SavedPath {
  private enum Step {
    case member(String?)
    case element(Int)
  }

  private var steps: [Step] = []

  mutating func walk(_ text: [UInt8], to offset: Int) {
    var index = 0
    while index < min(offset, text.count) {
      switch text[index] {
      case UInt8(ascii: "{"): steps.append(.member(nil))
      case UInt8(ascii: "["): steps.append(.element(0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
      case UInt8(ascii: ","):
        switch steps.popLast() {
        case .element(let number): steps.append(.element(number + 1))
        case .member: steps.append(.member(nil))
        case nil: break
        }
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < text.count, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if case .member(nil) = steps.last, index < text.count {
          steps[steps.count - 1] = .member(String(decoding: text[start..<index], as: UTF8.self))
        }
      default: break
      }
      index += 1
    }
    // An array that ends too early: the path of the missing element.
    if offset > 0, offset < text.count, text[offset] == UInt8(ascii: "]"),
      text[offset - 1] != UInt8(ascii: "["), case .element(let number) = steps.last
    {
      steps[steps.count - 1] = .element(number + 1)
    }
  }

  func text(missingKey: String?) -> String {
    var steps = steps
    if let missingKey {
      if case .member = steps.last { steps.removeLast() }
      steps.append(.member(missingKey))
    }
    return steps.compactMap { step -> String? in
      switch step {
      case .member(let key): key
      case .element(let number): String(number)
      }
    }.joined(separator: ".")
  }
}
