import TorporModel
import TorporText
import TorporWire

/// What a page asks of the daemon, and how the answer becomes what the page shows: bytes in, bytes out.
///
/// Other packages see of Torpor's own types only this and its neighbours in TorporPages, so that a page is built
/// on the public interface and nothing else. Whoever has the socket sends `message`, and hands over what comes.
public struct PageQuestion: Sendable {
  /// The Varlink message, without the zero byte that ends it.
  public let message: [UInt8]
  private let read: @Sendable (VarlinkReply) throws(WireError) -> JSON

  init<Call: WireCall>(
    _ call: Call,
    _ show: @escaping @Sendable (Call.Reply) throws(WireError) -> JSON
  ) where Call: Sendable {
    message = Array(call.varlinkCall.bytes.dropLast())
    read = { (reply) throws(WireError) in try show(try call.reply(from: reply)) }
  }

  /// What the page shows, as JSON, of a message that answers the question.
  ///
  /// - Throws: `PageFailure` with what the daemon says, or that it says nothing that makes sense.
  public func answer(from message: [UInt8]) throws(PageFailure) -> [UInt8] {
    do throws(WireError) {
      return try read(try VarlinkReply(message: message[...])).bytes
    } catch {
      throw PageFailure(error)
    }
  }
}

/// What a page asks in several questions, one after the other, and shows once all are answered.
public protocol PageConversation: Sendable {
  /// What to ask next, without the zero byte that ends it; `nil` once all is there.
  var message: [UInt8]? { get }
  /// How long the answers together are waited for, in seconds.
  var patienceSeconds: Int { get }
  /// What the page shows: JSON, or a part of HTML in which every name is escaped.
  var content: [UInt8] { get }

  /// Takes the answer to what was asked.
  ///
  /// - Throws: `PageFailure` with what the daemon says.
  mutating func take(_ message: [UInt8]) throws(PageFailure)
}

/// Why a question was not answered, for a page.
public struct PageFailure: Error, Hashable, Sendable {
  /// The status of HTTP that says it best.
  public let status: Int
  /// What failed, why, and what to do next.
  public let sentence: String

  /// Makes a failure.
  public init(status: Int, sentence: String) {
    (self.status, self.sentence) = (status, sentence)
  }

  init(_ error: WireError) {
    let status =
      switch error {
      case .permissionDenied: 403
      case .refused(.unknownApp): 404
      case .invalidParameter, .refused: 409
      default: 502
      }
    self.init(status: status, sentence: Printable.line(error.sentence))
  }
}
