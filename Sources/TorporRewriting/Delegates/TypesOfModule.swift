/// The types of a module, each with all its parts: the declaration and the extensions of all sources.
struct TypesOfModule: Sendable {
  private struct WholeType {
    var inherited: [String] = []
    var methods: [(sourceIndex: Int, method: MethodDeclaration)] = []
    var methodNames: Set<String> = []
  }

  private var types: [String: WholeType] = [:]
  /// Their names with those of the types around them, in the order in which they were found.
  private(set) var order: [String] = []
  /// Their names without those of the types around them.
  private(set) var names: Set<String> = []
  private let declared: Set<String>

  init(_ module: [SourceDeclarations]) {
    let parts = module.lazy.flatMap(\.parts)
    declared = Set(parts.filter { $0.keyword != "extension" }.map(\.qualifiedName))
    for (index, declarations) in module.enumerated() {
      for part in declarations.parts where part.keyword != "protocol" {
        let isExtension = part.keyword == "extension"
        let name = isExtension ? extended(part.qualifiedName) : part.qualifiedName
        if types[name] == nil { order.append(name) }
        if !isExtension { names.insert(part.name) }
        types[name, default: WholeType()].inherited += part.inherited
        types[name]?.methods += part.methods.map { (index, $0) }
        types[name]?.methodNames.formUnion(part.methods.map(\.fullName))
      }
    }
  }

  /// What an extension of that name extends: `Module.A` is `A`.
  private func extended(_ name: String) -> String {
    var rest = name[...]
    while !declared.contains(String(rest)) {
      guard let point = rest.firstIndex(of: ".") else { return name }
      rest = rest[rest.index(after: point)...]
    }
    return String(rest)
  }

  func methods(of name: String) -> [(sourceIndex: Int, method: MethodDeclaration)] {
    types[name]?.methods ?? []
  }

  func declares(_ fullName: String, in name: String) -> Bool {
    types[name]?.methodNames.contains(fullName) ?? false
  }

  // MARK: Adoption

  /// For each type that has the protocol the one that adopts it: itself, or one that it inherits from.
  func adopters(of needed: String) -> [String: String] {
    var adopters: [String: String] = [:]
    var looked: Set<String> = []
    for name in order {
      // Up to a type that was looked at before; each is looked at once.
      var chain: [String] = []
      var next: String? = name
      while let current = next, looked.insert(current).inserted {
        chain.append(current)
        if adopts(current, needed) {
          adopters[current] = current
          break
        }
        next = superclass(of: current)
      }
      guard let adopter = (chain.last.flatMap { adopters[$0] }) ?? (next.flatMap { adopters[$0] })
      else { continue }
      for type in chain { adopters[type] = adopter }
    }
    return adopters
  }

  private func adopts(_ name: String, _ needed: String) -> Bool {
    types[name]?.inherited.contains { $0 == needed || $0.hasSuffix("." + needed) } ?? false
  }

  /// A class of the module that the type inherits from, as the names around the type find it.
  private func superclass(of name: String) -> String? {
    for inherited in types[name]?.inherited ?? [] {
      if let found = found(inherited, from: name), found != name { return found }
    }
    return nil
  }

  private func found(_ name: String, from place: String) -> String? {
    var around = place[...]
    while let point = around.lastIndex(of: ".") {
      around = around[..<point]
      let inner = around + "." + name
      if types[String(inner)] != nil { return String(inner) }
    }
    if types[name] != nil { return name }
    let whole = extended(name)
    return types[whole] != nil ? whole : nil
  }
}
