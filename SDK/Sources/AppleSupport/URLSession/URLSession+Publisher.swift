public import Combine
public import Foundation
public import FoundationNetworking

extension URLSession {
  /// Sends what a request brings, and ends.
  public struct DataTaskPublisher: Publisher {
    /// The bytes, and what the server says of them.
    public typealias Output = (data: Data, response: URLResponse)
    /// Why it has failed.
    public typealias Failure = URLError

    /// The request.
    public let request: URLRequest
    /// Whose task it is.
    public let session: URLSession

    /// Makes one.
    public init(request: URLRequest, session: URLSession) {
      (self.request, self.session) = (request, session)
    }

    /// Has a subscriber receive the answer; the request begins when it asks for a value, and is cancelled with it.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == URLError {
      // The request begins before the subscriber's demand is noted, so an answer that is there at once has to be kept.
      let answer = CurrentValueSubject<Output?, URLError>(nil)
      let task = session.dataTask(with: request) { data, response, error in
        if let response, error == nil { return answer.send((data ?? Data(), response)) }
        answer.send(completion: .failure(error as? URLError ?? URLError(.unknown)))
      }
      answer.compactMap { $0 }.first()
        .handleEvents(
          receiveCancel: { task.cancel() },
          receiveRequest: { if $0 > .none { task.resume() } }
        )
        .receive(subscriber: subscriber)
    }
  }

  /// Sends what a request brings, and ends.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  /// Sends what is at an address, and ends.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
    dataTaskPublisher(for: URLRequest(url: url))
  }
}
