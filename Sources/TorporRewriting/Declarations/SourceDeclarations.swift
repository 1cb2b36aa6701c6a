/// What a source declares, as far as delegates and rewriting need it.
package struct SourceDeclarations: Sendable {
  package struct TypePart: Sendable {
    package let keyword: String
    package let name: String
    /// With the names of the types around it.
    package let qualifiedName: String
    package let inherited: [String]
    package var methods: [MethodDeclaration] = []
  }

  /// Types and extensions, in the order of the source.
  package private(set) var parts: [TypePart]
  /// Names of types, aliases and associated types of its own.
  package private(set) var typeNames: Set<String> = []
  /// Whether the program begins here: `@main`, `@UIApplicationMain`.
  package private(set) var hasEntryPoint = false

  package init(of source: TokenizedSource) { self.init(of: source, TypeBodies(of: source)) }

  init(of source: TokenizedSource, _ bodies: TypeBodies) {
    parts = zip(bodies.bodies, bodies.qualifiedNames).map { body, qualifiedName in
      TypePart(
        keyword: body.keyword,
        name: body.name,
        qualifiedName: qualifiedName,
        inherited: body.inherited
      )
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

  /// For each name of a method the labels that methods of that name have.
  var labelsOfMethods: [String: Set<[String]>] {
    var labels: [String: Set<[String]>] = [:]
    for part in parts {
      for method in part.methods { labels[method.name, default: []].insert(method.labels) }
    }
    return labels
  }
}
