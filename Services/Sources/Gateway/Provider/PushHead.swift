/// What the headers of a request say of a push.
struct PushHead: Hashable, Sendable {
  var id: String
  var topic: String
  /// As the sender says; `nil`: it does not.
  var type: PushType?
  /// As the sender says; `nil`: it does not.
  var priority: Int?
  /// Seconds since 1970; 0: not stored; `nil`: the sender leaves it to us.
  var expirationSeconds: Int64?
  var collapseID: String?

  /// The most bytes of a collapse id (push.md, 1.3), and of a topic: our choice, above the 155 of a bundle id.
  static let collapseIDBytesMax = 64
  static let topicBytesMax = 255
  /// How long a push is kept at most: 30 days (push.md, 1.6).
  static let lifetimeMillisecondsMax: Int64 = 30 * 86_400 * 1000

  /// The push of the headers.
  ///
  /// - Throws: `Refusal` with the word for the first that is wrong.
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
    // A silent push has priority 5; the word of a sender that says 10, or 1, would not be kept.
    if type == .background, priority ?? 5 != 5 { throw Refusal(.badPriority) }
  }

  /// A number of digits alone; `nil` where it is none.
  static func number(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int64(text)
  }

  /// Letters, digits, points and hyphens, as in the name of a bundle.
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
