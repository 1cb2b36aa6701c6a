import Foundation

struct Article: Codable, Hashable {
  var id: Int
  var title: String
}

/// The articles that were read from the feed, in a file of the app.
final class ArticleStore {
  private struct Contents: Codable {
    var articles: [Article] = []
    var openings = 0
  }

  private let queue = DispatchQueue(label: "com.example.newsreader.store")
  private var contents: Contents
  private let file: URL

  init() {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    file = folder.appendingPathComponent("articles.json")
    let data = try? Data(contentsOf: file)
    contents = data.flatMap { try? JSONDecoder().decode(Contents.self, from: $0) } ?? Contents()
  }

  func markOpened() { queue.sync { contents.openings += 1 } }

  func save() {
    queue.sync {
      guard let data = try? JSONEncoder().encode(contents) else { return }
      try? data.write(to: file, options: .atomic)
    }
  }

  /// Downloads the feed, keeps what is new, and says how many articles that were.
  @discardableResult
  func refresh(completion: @escaping (Result<Int, Error>) -> Void) -> URLSessionDataTask? {
    guard let text = Bundle.main.object(forInfoDictionaryKey: "FeedURL") as? String,
      let url = URL(string: text)
    else {
      completion(.failure(URLError(.badURL)))
      return nil
    }
    let task = URLSession.shared.dataTask(with: url) { data, _, error in
      completion(Result { try self.take(data, error) })
    }
    task.resume()
    return task
  }

  private func take(_ data: Data?, _ error: Error?) throws -> Int {
    if let error = error { throw error }
    let feed = try JSONDecoder().decode([Article].self, from: data ?? Data())
    let count = queue.sync { () -> Int in
      let new = feed.filter { !contents.articles.contains($0) }
      contents.articles += new
      return new.count
    }
    save()
    return count
  }
}
