/// Finds methods that look as if the system called them, and that it never calls.
///
/// On Apple's systems a delegate's methods are found by their names while the app runs. Here the compiler binds them,
/// and where one is not exactly what the protocol asks for, the default of the protocol is called in silence.
package struct DelegateCheck: Sendable {
  /// A method of a source, and why it is not called.
  package struct Finding: Hashable, Sendable {
    package let sourceIndex: Int
    package let offset: Int
    package let text: String
  }

  private let types: TypesOfModule

  /// - Parameter module: The declarations of all sources of a module.
  package init(_ module: [SourceDeclarations]) { types = TypesOfModule(module) }

  /// What is found, in the order of the sources.
  package func findings() -> [Finding] {
    var found: [Finding] = []
    for needed in DelegateProtocol.all {
      let adopters = types.adopters(of: needed.name)
      for name in types.order {
        guard let adopter = adopters[name] else { continue }
        for (sourceIndex, method) in types.methods(of: name) where !method.overrides {
          guard let text = complaint(method, of: name, needed, adoptedBy: adopter) else { continue }
          found.append(Finding(sourceIndex: sourceIndex, offset: method.offset, text: text))
        }
      }
    }
    return found.sorted { ($0.sourceIndex, $0.offset) < ($1.sourceIndex, $1.offset) }
  }

  // MARK: One method

  private func complaint(
    _ method: MethodDeclaration,
    of type: String,
    _ needed: DelegateProtocol,
    adoptedBy adopter: String
  ) -> String? {
    let full = method.fullName
    let sameName = needed.methods.filter { $0.fullName == full }
    if !sameName.isEmpty {
      if method.isStatic {
        return
          "\(full) is a method of the type, and \(needed.name) asks for one of its objects, so it is never called. "
          + "Remove 'static' or 'class'."
      }
      if let difference = difference(method, sameName) {
        return "\(full) is never called, because \(difference). Declare it as \(needed.name) does."
      }
      return inSubclass(method, of: type, needed, adoptedBy: adopter)
    }
    guard !method.isStatic else { return nil }
    if needed.uncalledMethods.contains(where: { $0.fullName == full }) {
      return "\(full) of \(needed.name) is not called on Linux yet (docs/sdk.md)."
    }
    guard let meant = nearest(to: method, in: needed) else { return nil }
    return
      "\(full) is not a method of \(needed.name), so it is never called. Did you mean \(meant)?"
  }

  private func inSubclass(
    _ method: MethodDeclaration,
    of type: String,
    _ needed: DelegateProtocol,
    adoptedBy adopter: String
  ) -> String? {
    guard type != adopter else { return nil }
    guard !types.declares(method.fullName, in: adopter) else { return nil }
    return
      "\(method.fullName) is never called, because \(adopter), which adopts \(needed.name), lacks it. Declare it "
      + "in \(adopter) too, and override it in \(type)."
  }

  /// How the method differs from all of that name; `nil` where it does not, or where that cannot be told.
  private func difference(_ method: MethodDeclaration, _ wanted: [MethodDeclaration]) -> String? {
    var first: String?
    for one in wanted {
      var found: String?
      for (own, needed) in zip(method.types, one.types) where own != needed {
        guard isKnown(own) else { return nil }
        found = found ?? "its argument is '\(own)' and not '\(needed)'"
      }
      if found == nil, method.result != one.result {
        guard isKnown(method.result) else { return nil }
        found =
          method.result == "()"
          ? "it returns nothing and not '\(one.result)'"
          : "it returns '\(method.result)' and not '\(one.result)'"
      }
      if found == nil, method.isAsync, !one.isAsync {
        // The form with a handler is not asynchronous; there may be one that is.
        found = "it is asynchronous"
      }
      guard let found else { return nil }
      first = first ?? found
    }
    return first
  }

  /// Whether all names in the type are known, so that none can be another name of the wanted type.
  private func isKnown(_ type: String) -> Bool {
    let source = TokenizedSource(type)
    return source.tokens.indices.allSatisfy {
      !source.isWord($0)
        || DelegateProtocol.knownTypeNames.contains(source.text($0))
          && !types.names.contains(source.text($0))
    }
  }

  // MARK: Near misses

  /// How many letters may be wrong: an eighth of the name, at most 6.
  ///
  /// Our choice: a plural, a forgotten or turned word end, a wrong case; not another method.
  private static func lettersMax(_ name: String) -> Int { min(6, name.utf8.count / 8) }

  private func nearest(to method: MethodDeclaration, in needed: DelegateProtocol) -> String? {
    let own = method.fullName
    var best: (name: String, distance: Int)?
    for wanted in needed.methods + needed.uncalledMethods {
      let name = wanted.fullName
      let isSwift2 =
        method.name == wanted.name && method.labels.count == wanted.labels.count
        && method.labels.dropFirst() == wanted.labels.dropFirst()
      let distance = isSwift2 ? 0 : EditDistance.between(own, name, atMost: Self.lettersMax(name))
      guard let distance, distance < best?.distance ?? .max else { continue }
      best = (name, distance)
    }
    return best?.name
  }
}

/// How many letters must be changed, put in or left out to make one word of another.
enum EditDistance {
  /// `nil` where it is more.
  static func between(_ one: String, _ other: String, atMost max: Int) -> Int? {
    let one = Array(one.utf8)
    let other = Array(other.utf8)
    guard abs(one.count - other.count) <= max else { return nil }
    var row = Array(0...other.count)
    for (index, byte) in one.enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for column in other.indices {
        let changed = corner + (byte == other[column] ? 0 : 1)
        corner = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, corner + 1)
      }
    }
    return row[other.count] <= max ? row[other.count] : nil
  }
}
