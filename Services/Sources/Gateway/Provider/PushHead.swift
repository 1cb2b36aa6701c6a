/// The properties of a push in the headers of a request.
struct PushHead: Hashable, Sendable {
  var id: String
  var topic: String
  /// The type given by the sender; `nil`: none.
  var type: PushType?
  /// The priority given by the sender; `nil`: none.
  var priority: Int?
  /// The expiration in seconds since 1970; 0: not stored; `nil`: the sender leaves it to us.
  var expirationSeconds: Int64?
  var collapseID: String?

  /// The maximum number of bytes of a collapse id (push.md, 1.3), and of a topic: our choice, more than the 155 of a
  /// bundle id.
  static let collapseIDBytesMax = 64
  static let topicBytesMax = 255
  /// The maximum time for which a push is stored: 30 days (push.md, 1.6).
  static let lifetimeMillisecondsMax: Int64 = 30 * 86_400 * 1000

  /// Makes the properties from the headers.
  ///
  /// - Throws: `Refusal` with the reason for the first invalid header.
  init(_ headers: RequestHeaders, id: String) throws(Refusal) {
    self.id = id
    if headers.hasDuplicates { throw Refusal(.duplicateHeaders) }
    if let wanted = headers.id, !UniqueID.isCanonical(wanted) { throw Refusal(.badMessageID) }
    expirationSeconds = nil
    if let text = headers.expiration {
      guard let seconds = PushHead.number(text) else { throw Refusal(.badExpirationDate) }
      expirationSeconds = seconds
    }
    priority = nil
    if let text = headers.priority {
      guard let number = PushHead.number(text), [1, 5, 10].contains(number) else {
        throw Refusal(.badPriority)
      }
      priority = Int(number)
    }
    if let text = headers.type {
      guard let type = PushType(rawValue: text) else { throw Refusal(.invalidPushType) }
      self.type = type
    } else {
      type = nil
    }
    collapseID = headers.collapseID
    if let collapseID, !(1...PushHead.collapseIDBytesMax).contains(collapseID.utf8.count) {
      throw Refusal(.badCollapseID)
    }
    guard let topic = headers.topic, !topic.isEmpty else { throw Refusal(.missingTopic) }
    guard PushHead.isTopic(topic) else { throw Refusal(.badTopic) }
    if let suffix = type?.topicSuffix, !topic.hasSuffix(suffix) { throw Refusal(.badTopic) }
    self.topic = topic
    // A silent push has priority 5; a value of 10 or 1 could not be honoured.
    if type == .background, priority ?? 5 != 5 { throw Refusal(.badPriority) }
  }

  /// Returns a number that consists only of digits; `nil` if it is invalid.
  static func number(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int64(text)
  }

  /// Returns whether a topic consists of letters, digits, full stops and hyphens, as in a bundle identifier.
  static func isTopic(_ topic: String) -> Bool {
    (1...topicBytesMax).contains(topic.utf8.count) && topic.utf8.first != UInt8(ascii: ".")
      && topic.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
