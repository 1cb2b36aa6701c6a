extension SourceRewriting {
  /// `@objc` and what depends on it.
  mutating func rewriteAttribute(at index: Int) {
    guard source.isWord(index + 1),
      source.tokens[index].range.upperBound == source.tokens[index + 1].range.lowerBound
    else { return }
    switch source.text(index + 1) {
    case "objc":
      var last = index + 1
      // An argument is right behind it; a parenthesis after a blank is a tuple, which no declaration begins with.
      if source.isAt(index + 2, "("),
        source.tokens[index + 2].range.lowerBound == source.tokens[index + 1].range.upperBound,
        let close = source.closing(index + 2)
      {
        last = close
      }
      remove(index, last)
      followObjectiveC(from: last + 1)
    case "objcMembers", "IBOutlet": remove(index, index + 1)
    default: break
    }
  }

  /// Also the blank behind it.
  private mutating func remove(_ first: Int, _ last: Int) {
    var range = range(first, last)
    if range.upperBound < source.bytes.count, source.bytes[range.upperBound] == 0x20 {
      range = range.lowerBound..<(range.upperBound + 1)
    }
    edits.replace(range, with: "")
  }

  /// What only Objective-C's declarations may be: optional, and protocols of classes without a word of it.
  private mutating func followObjectiveC(from first: Int) {
    var next = first
    while source.isWord(next) || source.isAt(next, "@") || source.isAt(next, "(") {
      if source.isAt(next, "(") {
        // The arguments of another attribute, or of `private(set)`.
        guard let close = source.closing(next) else { return }
        next = close + 1
        continue
      }
      if source.isAt(next, "@") {
        // The next one of Objective-C is looked at for itself.
        if source.isAt(next + 1, "objc") { return }
        next += 2
        continue
      }
      if source.isAt(next, "optional") {
        remove(next, next)
        note(
          at: next,
          "An optional requirement is a required one on Linux. Give it a default in an extension of the protocol, or "
            + "implement it in each type that adopts the protocol."
        )
        return
      }
      if source.isAt(next, "protocol") {
        bindToClasses(at: next)
        return
      }
      guard Self.modifiers.contains(source.text(next)) else { return }
      next += 1
    }
  }

  private mutating func bindToClasses(at keyword: Int) {
    guard let body = bodies.body(ofKeywordAt: keyword),
      !body.inherited.contains(where: Self.areOfClasses.contains)
    else { return }
    let end = source.tokens[body.nameIndex].range.upperBound
    if body.inherited.isEmpty {
      edits.replace(end..<end, with: ": AnyObject")
    } else if source.isAt(body.nameIndex + 1, ":") {
      edits.replace(source.tokens[body.nameIndex + 1].range, with: ": AnyObject,")
    }
  }

  /// What stands between an attribute and the keyword of a declaration.
  private static let modifiers: Set = [
    "public", "internal", "private", "fileprivate", "open", "package", "final", "static",
    "override",
    "weak", "unowned", "lazy", "dynamic", "nonisolated", "mutating", "required", "convenience",
    "indirect",
  ]

  /// Protocols that only classes adopt.
  private static let areOfClasses: Set = ["AnyObject", "class", "NSObjectProtocol"]
}
