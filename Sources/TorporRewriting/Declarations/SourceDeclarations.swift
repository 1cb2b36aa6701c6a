/// What a source declares, as far as delegates and rewriting need it.
package struct SourceDeclarations: Sendable {
  package struct TypePart: Sendable {
    package let keyword: String
    package let name: String
    package let inherited: [String]
    package var methods: [MethodDeclaration] = []
  }

  /// Types and extensions, in the order of the source.
  package private(set) var parts: [TypePart]
  /// Names of types, aliases and generic parameters of its own.
  package private(set) var typeNames: Set<String> = []
  /// Whether the program begins here: `@main`, `@UIApplicationMain`.
  package private(set) var hasEntryPoint = false

  package init(of source: TokenizedSource) { self.init(of: source, TypeBodies(of: source)) }

  init(of source: TokenizedSource, _ bodies: TypeBodies) {
    parts = bodies.bodies.map {
      TypePart(keyword: $0.keyword, name: $0.name, inherited: $0.inherited)
    }
    for body in bodies.bodies where body.keyword != "extension" { typeNames.insert(body.name) }
    for index in source.tokens.indices where source.isWord(index) {
      if source.isAt(index - 1, "@"),
        source.isAt(index, "main") || source.isAt(index, "UIApplicationMain")
      {
        hasEntryPoint = true
      } else if source.isAt(index, "typealias") || source.isAt(index, "associatedtype") {
        if source.isWord(index + 1) { typeNames.insert(source.text(index + 1)) }
      } else if let body = bodies.body(ofMemberAt: index),
        let method = MethodDeclaration(at: index, in: source)
      {
        parts[body].methods.append(method)
      }
    }
  }
}
