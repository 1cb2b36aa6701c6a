/// One interface, as its file describes it.
struct Interface {
  // Shape: one method for each part of a generated file, in the extension for that file; its state is what was read.
  var name: String
  /// The comment in front of it, a line each, without `#`.
  var comment: [Substring] = []
  /// What its comment says behind `@`, which holds for each method that does not say it: `@permission app`.
  var notes: [String: String] = [:]
  /// The text of the file, which is what the daemon serves.
  var text: String
  var declarations: [Declaration]
  /// The members that a structure has with a word, by `Enum.word`: `# @with region? error` in front of the word.
  var membersOfWords: [String: [String]] = [:]

  /// The last part of the name: `Control` of `io.torpor.Control`.
  var shortName: Substring { name.split(separator: ".").last ?? "" }

  var methods: [Declaration] {
    declarations.filter { if case .method = $0.kind { true } else { false } }
  }

  var types: [Declaration] {
    declarations.filter { if case .type = $0.kind { true } else { false } }
  }

  var errors: [Declaration] {
    declarations.filter { if case .error = $0.kind { true } else { false } }
  }
}

/// A type, a method or an error.
struct Declaration {
  enum Kind {
    case type(Shape)
    case method(parameters: [Field], reply: [Field])
    case error([Field])
  }

  var name: String
  var kind: Kind
  /// The comment in front of it, a line each, without `#`.
  var comment: [Substring]
  /// The line of the file on which it begins.
  var line: Int
  /// What its comment says behind `@`: `@permission device`.
  var notes: [String: String] = [:]
  /// The same of each word of an enum: `@phrase a silent push`.
  var notesOfWords: [String: [String: String]] = [:]
}

/// A member of a structure, or a parameter.
struct Field {
  var name: String
  var shape: Shape
  /// The line of the file on which it is.
  var line: Int
  /// What its comment says behind `@`: `@range 0..100`, `@bytes 1..256`, `@count 64`.
  var notes: [String: String] = [:]
  /// The rest of the comment in front of it.
  var comment: [Substring] = []
}

/// What a value can be.
indirect enum Shape {
  case bool, int, float, string, object
  case named(String, line: Int)
  case optional(Shape)
  case array(Shape)
  case dictionary(Shape)
  case structure([Field])
  case words([String])
}

/// What is wrong with an interface or with the map, and where.
struct Mistake: Error {
  /// The name of its file; `nil`: that of the interface that is being read.
  var file: String?
  var line: Int
  var text: String

  init(file: String? = nil, line: Int, text: String) {
    self.file = file
    self.line = line
    self.text = text
  }

  /// A mistake in `swift.map`.
  static func inMap(line: Int, text: String) -> Mistake {
    Mistake(file: "swift.map", line: line, text: text)
  }
}
