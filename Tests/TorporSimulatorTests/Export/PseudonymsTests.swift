import Testing
import TorporModel

@testable import TorporCore
@testable import TorporSimulator

@Suite("Pseudonyms")
struct PseudonymsTests {
  private func pseudonyms(of texts: [String]) -> (String) -> String {
    var random = SeededNumbers(state: 7)
    let names = Pseudonyms(using: &random)
    for text in texts { #expect(names.text(text) == text) }
    names.giveNames()
    return names.text
  }

  @Test("keep the order of texts, also to those of the system, and no two have the same")
  func order() {
    let texts = [
      "com.example.mail", "com.example.mail.Task", "com.example.mail-2", "com.example.mailer", "a",
      "io.torpor.consent.location", "torpor.job.12", "zebra", "Über", "mail", "Mail", "x y z",
      "/home/somebody/lock", "io.torpor.other", "torpor.job.x", "torpor.job.012",
    ]
    let name = pseudonyms(of: texts)
    #expect(texts.sorted().map(name) == texts.map(name).sorted())
    #expect(Set(texts.map(name)).count == texts.count)
    #expect(name("io.torpor.consent.location") == "io.torpor.consent.location")
    #expect(name("torpor.job.12") == "torpor.job.12")
    #expect(name("torpor.job.x") != "torpor.job.x")
    #expect(name("") == "")
    for text in texts where AppIdentifier(text) != nil { #expect(AppIdentifier(name(text)) != nil) }
  }

  @Test("let a pattern permit what it permitted, and no more")
  func patterns() throws {
    let app = "com.example.mail"
    let tasks = [
      "com.example.mail.export.1", "com.example.mail.exports", "com.example.mailer.export.1",
    ]
    let name = pseudonyms(of: tasks + [app, "com.example.mail.export.*", "com.example.other"])
    func manifest(_ name: (String) -> String) throws -> AppManifest {
      AppManifest(
        identifier: try #require(AppIdentifier(name(app))),
        permittedTaskIdentifiers: [name("com.example.mail.export.*")]
      )
    }
    let (before, after) = (try manifest { $0 }, try manifest(name))
    for task in tasks {
      #expect(
        after.permits(name(task), asPattern: true) == before.permits(task, asPattern: true),
        "\(task)"
      )
    }
    #expect(after.permits(name(tasks[0]), asPattern: true))
  }

  @Test(
    "keep the lengths of long texts, the ending of a sound, and what the system puts before a task"
  )
  func forms() {
    let long = String(repeating: "secret ", count: 100)
    let name = pseudonyms(of: [long, "short", "ping.WAV", "io.torpor.task.com.example.index"])
    #expect(name(long).utf8.count == 700)
    #expect(!name(long).contains("secret"))
    #expect(name("short").utf8.count < 10)
    #expect(name("ping.WAV").hasSuffix(".wav") && !name("ping.WAV").contains("ping"))
    #expect(
      name("io.torpor.task.com.example.index") == "io.torpor.task." + name("com.example.index")
    )
    #expect(name("never seen") == "unseen")
    // The system's number of a notification, and somebody's.
    let pushed = pseudonyms(of: ["push 12", "push 5551234567", "push it"])
    #expect(pushed("push 12") == "push 12")
    #expect(pushed("push 5551234567") != "push 5551234567" && pushed("push it") != "push it")
  }

  @Test("of users begin with 1000 and leave root alone, and those of servers are ordinals")
  func numbers() {
    var random = SeededNumbers(state: 7)
    let names = Pseudonyms(using: &random)
    for number: UInt64 in [4711, 0, 1001, 90_210] { _ = names.number(number, .user) }
    for number: UInt64 in [11_409_125_280_496_014_263, 0, 17] { _ = names.number(number, .server) }
    names.giveNames()
    #expect([0, 1001, 4711, 90_210].map { names.number($0, .user) } == [0, 1000, 1001, 1002])
    #expect(
      [0, 17, 11_409_125_280_496_014_263].map { names.number($0, .server) } == [0, 1, 2]
    )
    #expect(names.number(5, .server) == 0)
  }
}

@Suite("Moved places")
struct MovedPlacesTests {
  static let home = Coordinate(latitude: 52.520_008, longitude: 13.404_954)
  static let places = [
    home, Coordinate(latitude: 52.530_644, longitude: 13.383_068),
    Coordinate(latitude: 52.390_569, longitude: 13.064_473),
    Coordinate(latitude: 48.137_154, longitude: 11.576_124),
    Coordinate(latitude: 48.14, longitude: 11.58),
    Coordinate(latitude: -33.868_8, longitude: 151.209_3),
  ]

  @Test("keep their distances, exactly where they are near each other", arguments: 1...40)
  func distances(seed: Int) {
    var random = SeededNumbers(state: UInt64(seed))
    var moved = MovedPlaces(using: &random)
    for place in Self.places { moved.see(place) }
    #expect(moved.count == Self.places.count)
    for one in Self.places {
      #expect(moved.moved(one).isValid)
      for other in Self.places {
        let before = one.distanceMetres(to: other)
        let after = moved.moved(one).distanceMetres(to: moved.moved(other))
        let part = before < 50_000 ? 0.001 : 0.01
        #expect(
          abs(after - before) <= max(0.01, before * part),
          "\(one) \(other) \(after) \(before)"
        )
      }
    }
  }

  @Test("lie anywhere: neither latitude nor longitude is left, and no two turns are the same")
  func anywhere() {
    var latitudes: [Double] = []
    for seed: UInt64 in 1...200 {
      var random = SeededNumbers(state: seed)
      var moved = MovedPlaces(using: &random)
      moved.see(Self.home)
      latitudes.append(moved.moved(Self.home).latitude)
    }
    #expect(Set(latitudes).count == 200)
    // Evenly on the sphere: half of them between 30° south and 30° north.
    #expect((70...130).contains(latitudes.count { abs($0) < 30 }))
    #expect(latitudes.contains { $0 > 60 } && latitudes.contains { $0 < -60 })
  }

  @Test("that are none stay none, and say nothing")
  func none() {
    var random = SeededNumbers(state: 1)
    var moved = MovedPlaces(using: &random)
    let wrong = Coordinate(latitude: 52.5, longitude: 200)
    moved.see(wrong)
    #expect(moved.moved(wrong) == Coordinate(latitude: 91, longitude: 181))
    #expect(moved.count == 0)
  }
}
