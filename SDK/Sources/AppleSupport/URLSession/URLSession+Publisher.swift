public import Combine
public import Foundation
public import FoundationNetworking

extension URLSession {
  /// Sends the response to a request, and ends.
  public struct DataTaskPublisher: Publisher {
    /// The data, and the server's metadata.
    public typealias Output = (data: Data, response: URLResponse)
    /// Why the request failed.
    public typealias Failure = URLError

    /// The request.
    public let request: URLRequest
    /// The session of the task.
    public let session: URLSession

    /// Makes a publisher.
    public init(request: URLRequest, session: URLSession) {
      (self.request, self.session) = (request, session)
    }

    /// Subscribes a subscriber to the response; the request begins when it demands a value, and is cancelled with it.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == URLError {
      // The request begins before the subscriber's demand is recorded, so an immediate response has to be kept.
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

  /// Returns a publisher that sends the response to a request, and ends.
  public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
    DataTaskPublisher(request: request, session: self)
  }

  /// Returns a publisher that sends the data at a URL, and ends.
  public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
    dataTaskPublisher(for: URLRequest(url: url))
  }
}
