import Foundation

struct Episode: Codable, Hashable {
  var id: String
  var url: URL
}

/// The episodes that there are, as a server lists them.
final class Feed {
  func load(completion: @escaping (Result<[Episode], Error>) -> Void) {
    guard let text = Bundle.main.object(forInfoDictionaryKey: "FeedURL") as? String,
      let url = URL(string: text)
    else {
      completion(.failure(URLError(.badURL)))
      return
    }
    URLSession.shared.dataTask(with: url) { data, _, error in
      DispatchQueue.main.async {
        if let error = error {
          completion(.failure(error))
          return
        }
        completion(Result { try JSONDecoder().decode([Episode].self, from: data ?? Data()) })
      }
    }
    .resume()
  }
}
