import CYAML

/// One step through a YAML file, as libyaml reports it.
struct YAMLEvent {
  enum Kind {
    case streamEnd
    /// Begins and ends of the stream and of documents, which say nothing that a reader needs.
    case boundary
    case documentStart
    case alias(of: String)
    case scalar(YAMLScalar, anchor: String?)
    case sequenceStart(anchor: String?)
    case mappingStart(anchor: String?)
    /// Of a list or a map.
    case collectionEnd
  }

  let kind: Kind
  let mark: YAMLMark
}

/// The events of one text, from libyaml's parser.
struct YAMLEvents: ~Copyable {
  /// At one place in memory, as libyaml keeps pointers into it.
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let input: UnsafeMutableBufferPointer<UInt8>

  init(text: String) {
    input = .allocate(capacity: text.utf8.count)
    _ = input.initialize(fromContentsOf: text.utf8)
    parser.initialize(to: yaml_parser_t())
    // It fails without memory only, which ends a Swift program anyway.
    precondition(yaml_parser_initialize(parser) == 1, "libyaml has no memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  /// The next event; after `streamEnd` there is none to ask for.
  func next() throws(YAMLError) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw error }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(kind: Self.kind(event), mark: YAMLMark(event.start_mark))
  }

  private static func kind(_ event: yaml_event_t) -> YAMLEvent.Kind {
    let data = event.data
    switch event.type {
    case YAML_STREAM_END_EVENT: return .streamEnd
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_ALIAS_EVENT: return .alias(of: name(data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let bytes = UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length)
      let scalar = YAMLScalar(
        text: String(decoding: bytes, as: UTF8.self),
        isPlain: data.scalar.style == YAML_PLAIN_SCALAR_STYLE
      )
      return .scalar(scalar, anchor: name(data.scalar.anchor))
    case YAML_SEQUENCE_START_EVENT:
      return .sequenceStart(anchor: name(data.sequence_start.anchor))
    case YAML_MAPPING_START_EVENT:
      return .mappingStart(anchor: name(data.mapping_start.anchor))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .collectionEnd
    default: return .boundary
    }
  }

  private static func name(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    text.map { String(cString: $0) }
  }

  /// What libyaml found wrong, in its words, and where.
  private var error: YAMLError {
    let state = parser.pointee
    let problem = state.problem.map { String(cString: $0) } ?? "it cannot be read"
    // Characters that YAML forbids are found before they are counted.
    guard state.error != YAML_READER_ERROR else {
      return YAMLError(
        sentence: "not YAML: \(problem)",
        mark: YAMLMark(atByte: state.problem_offset, of: input)
      )
    }
    let mark = YAMLMark(state.problem_mark)
    guard let context = state.context.map({ String(cString: $0) }) else {
      return YAMLError(sentence: "not YAML: \(problem)", mark: mark)
    }
    let begin = YAMLMark(state.context_mark)
    let place = begin.line == mark.line ? "" : " that begins at line \(begin.line)"
    return YAMLError(sentence: "not YAML: \(problem) \(context)\(place)", mark: mark)
  }
}

extension YAMLMark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: mark.line + 1, column: mark.column + 1)
  }

  fileprivate init(atByte offset: Int, of text: UnsafeMutableBufferPointer<UInt8>) {
    let before = text.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    self.init(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      // A character begins with a byte that is no continuation of another.
      column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    )
  }
}
