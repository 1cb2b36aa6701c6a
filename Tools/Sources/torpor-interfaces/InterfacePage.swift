// What becomes of the interfaces in Markdown: a page for those who write a client.

extension Interface {
  /// The page of all interfaces.
  static func page(_ interfaces: [Interface]) -> String {
    let head = [
      "# Interfaces",
      "",
      "What the daemon serves on its socket ([how it is called](socket.md)), from `Interfaces/*.varlink`.",
      "`scripts/generate` makes this page, and `./test` fails where it is stale. `?` marks what may be missing,",
      "`[]` a list. A range in brackets is a limit: of a number, of the bytes of a text, or of the elements of a",
      "list, and of `each` of them. A call outside it is refused with `org.varlink.service.InvalidParameter`, which",
      "names the parameter.",
    ]
    return (head + interfaces.flatMap(\.chapter) + [""]).joined(separator: "\n")
  }

  private var chapter: [String] {
    var lines = ["", "## \(name)"]
    if !comment.isEmpty { lines += [""] + comment.map(String.init) }
    let hasPermissions = methods.contains { $0.notes["permission"] != nil }
    if hasPermissions {
      lines += [
        "",
        "Who may call: `anyone`, apps too; `user`, every user, about their own; `unlocked`, the same while the",
        "device is unlocked; `device`, root and the user of the daemon; `device without app`, the same where",
        "the call names no app, and every user about an app of their own; `link`, as `device`, and the user of",
        "`torpord --push-user`.",
      ]
    }
    if !methods.isEmpty {
      let head = ["Method", "Parameters", "Reply"] + (hasPermissions ? ["Who may call"] : [])
      lines += ["", head.row, "|" + String(repeating: "---|", count: head.count)]
      for method in methods {
        guard case .method(let parameters, let reply) = method.kind else { continue }
        let cells = [method.titled, parameters.cell, reply.cell]
        lines.append((cells + (hasPermissions ? [method.notes["permission"] ?? ""] : [])).row)
      }
    }
    let structures = types.filter { !$0.isEnum }
    if !structures.isEmpty {
      lines += ["", "| Type | Members |", "|---|---|"]
      for type in structures {
        guard case .type(.structure(let fields)) = type.kind else { continue }
        lines.append([type.titled, fields.cell].row)
      }
    }
    let enums = types.filter(\.isEnum)
    if !enums.isEmpty {
      lines += ["", "| Enum | Words |", "|---|---|"]
      for type in enums {
        guard case .type(.words(let words)) = type.kind else { continue }
        let shown = words.map { word in
          let phrase = type.notesOfWords[word]?["phrase"]
          return "`\(word)`"
            + (membersOfWords["\(type.name).\(word)"].map { " (\($0.joined(separator: ", ")))" }
              ?? "")
            + (phrase.map { " (\($0))" } ?? "")
        }
        lines.append([type.titled, shown.joined(separator: ", ")].row)
      }
    }
    if !errors.isEmpty {
      lines += ["", "| Error | Members |", "|---|---|"]
      for error in errors {
        guard case .error(let fields) = error.kind else { continue }
        lines.append([error.titled, fields.cell].row)
      }
    }
    return lines
  }
}

extension Declaration {
  fileprivate var isEnum: Bool { if case .type(.words) = kind { true } else { false } }

  /// The name, and what the interface says of it.
  fileprivate var titled: String {
    let text = comment.paragraph
    return "`\(name)`" + (text.isEmpty ? "" : "<br>\(text)")
  }
}

extension [Substring] {
  fileprivate var paragraph: String {
    map { $0.isEmpty ? "<br>" : String($0) }.joined(separator: " ")
  }
}

extension [String] {
  fileprivate var row: String {
    "| " + map { $0.split(separator: "|").joined(separator: "\\|") }.joined(separator: " | ") + " |"
  }
}

extension [Field] {
  fileprivate var cell: String {
    map { "`\($0.name): \($0.shape)`\($0.limit)" }.joined(separator: "<br>")
  }
}

extension Field {
  fileprivate var limit: String {
    let ofOne = notes["range"] ?? notes["bytes"]
    return switch (notes["count"], ofOne) {
    case (let count?, let ofOne?): " [\(count), each \(ofOne)]"
    case (let limit?, nil), (nil, let limit?): " [\(limit)]"
    case (nil, nil): ""
    }
  }
}

extension Shape: CustomStringConvertible {
  var description: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .float: "float"
    case .string: "string"
    case .object: "object"
    case .named(let name, _): name
    case .optional(let shape): "?\(shape)"
    case .array(let shape): "[]\(shape)"
    case .dictionary(let shape): "[string]\(shape)"
    case .structure(let fields):
      "(" + fields.map { "\($0.name): \($0.shape)\($0.limit)" }.joined(separator: ", ") + ")"
    case .words(let words): "(" + words.joined(separator: ", ") + ")"
    }
  }
}
