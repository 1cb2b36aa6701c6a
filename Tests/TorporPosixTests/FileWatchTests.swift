import Glibc
import Testing

@testable import TorporPosix

@Suite("A watch on files")
struct FileWatchTests {
  @Test("names what comes into a folder, is written in it, and leaves it")
  func folder() throws {
    let place = try Place()
    try place.watch.watch(place.path, for: [.added, .written, .removed])
    let path = place.path + "/one"
    _ = try Files.open(path, O_WRONLY | O_CREAT).writeOnce("1", subject: path)
    rename(path, place.path + "/two")
    try Files.remove(place.path + "/two")
    place.wait(for: 5)
    #expect(place.seen.names == ["one", "one", "one", "two", "two"])
  }

  @Test("tells once where it should, without a word of its own end")
  func once() throws {
    let place = try Place()
    let path = place.path + "/file"
    try Files.replace(path, with: "text")
    try place.watch.watch(path, for: [.read, .once])
    _ = try Files.read(path)
    _ = try Files.read(path)
    place.wait(for: 1)
    place.loop.runOnce(timeoutMilliseconds: 5)
    #expect(place.seen.names == [""])
    try place.watch.watch(path, for: [.read, .once])
    _ = try Files.read(path)
    place.wait(for: 2)
    #expect(place.seen.names == ["", ""])
  }

  @Test("says nothing more when it was ended, twice too")
  func ended() throws {
    let place = try Place()
    let entry = try place.watch.watch(place.path, for: [.added])
    place.watch.end(entry)
    place.watch.end(entry)
    try Files.replace(place.path + "/file", with: "text")
    for _ in 0..<3 { place.loop.runOnce(timeoutMilliseconds: 5) }
    #expect(place.seen.names.isEmpty)
  }

  @Test("reads more changes than fit in one read, and names as long as they get")
  func many() throws {
    let place = try Place()
    try place.watch.watch(place.path, for: [.added])
    let names = (0..<100).map { String(repeating: "n", count: 250) + "\($0)" }
    for name in names {
      let path = place.path + "/" + name
      _ = try Files.open(path, O_WRONLY | O_CREAT).writeOnce("1", subject: path)
    }
    place.wait(for: names.count)
    #expect(place.seen.names == names)
  }

  @Test("is refused for what is not there")
  func missing() throws {
    let place = try Place()
    let failure = #expect(throws: SystemError.self) {
      try place.watch.watch(place.path + "/none", for: [.read])
    }
    #expect(failure?.code == ENOENT)
    #expect(failure?.subject == place.path + "/none")
  }

  private final class Seen {
    var names: [String?] = []
  }

  private final class Place {
    let folder: Folder
    let loop: EventLoop
    let watch: FileWatch
    let seen = Seen()

    init() throws {
      folder = try Folder()
      loop = try EventLoop()
      watch = try FileWatch(on: loop) { [seen] in seen.names.append($0) }
    }

    var path: String { folder.path }

    func wait(for count: Int) {
      for _ in 0..<500 where seen.names.count < count { loop.runOnce(timeoutMilliseconds: 10) }
    }
  }
}
