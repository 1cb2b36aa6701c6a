import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix

@testable import TorporLinux

@Suite("The header of a sound file")
struct SoundHeaderTests {
  private func read(_ bytes: [UInt8], length: Int? = nil) throws(SoundFault) -> SoundHeader {
    try SoundHeader(length: Int64(length ?? bytes.count)) { offset, count in
      guard offset < bytes.count else { return [] }
      return Array(bytes[Int(offset)..<min(bytes.count, Int(offset) + count)])
    }
  }

  private func fault(_ bytes: [UInt8], length: Int? = nil) -> SoundFault? {
    do throws(SoundFault) {
      _ = try read(bytes, length: length)
      return nil
    } catch {
      return error
    }
  }

  @Test("says how a WAVE file is coded and how long it is")
  func wave() throws {
    let second = SoundSamples.wave(tag: 1, rate: 8000, align: 2, data: 16000)
    #expect(
      try read(second, length: second.count + 16000)
        == .init(encoding: .linearPCM, milliseconds: 1000)
    )
    let muLaw = SoundSamples.wave(tag: 7, rate: 8000, align: 1, data: 4000)
    #expect(
      try read(muLaw, length: muLaw.count + 4000) == .init(encoding: .muLaw, milliseconds: 500)
    )
    let aLaw = SoundSamples.wave(tag: 6, rate: 8000, align: 1, data: 4000)
    #expect(try read(aLaw, length: aLaw.count + 4000).encoding == .aLaw)
    // Blocks of 256 bytes with 505 frames each.
    let ima = SoundSamples.wave(tag: 0x11, rate: 8000, align: 256, data: 512, frames: 505)
    #expect(try read(ima, length: ima.count + 512) == .init(encoding: .ima4, milliseconds: 127))
  }

  @Test("says the same of an AIFF file and of its compressed kinds")
  func aiff() throws {
    let plain = SoundSamples.aiff(frames: 8000, coding: nil)
    #expect(try read(plain) == .init(encoding: .linearPCM, milliseconds: 1000))
    let muLaw = SoundSamples.aiff(frames: 8000, coding: "ulaw")
    #expect(try read(muLaw) == .init(encoding: .muLaw, milliseconds: 1000))
    let little = SoundSamples.aiff(frames: 8000, coding: "sowt")
    #expect(try read(little).encoding == .linearPCM)
    // 125 packets of 64 frames.
    let ima = SoundSamples.aiff(frames: 125, coding: "ima4")
    #expect(try read(ima) == .init(encoding: .ima4, milliseconds: 1000))
  }

  @Test("says the same of a CAF file, whose sound may reach to the end of the file")
  func caf() throws {
    let plain = SoundSamples.caf(coding: "lpcm", bytes: 2, frames: 1, data: 16000)
    #expect(
      try read(plain, length: plain.count + 16000)
        == .init(encoding: .linearPCM, milliseconds: 1000)
    )
    let open = SoundSamples.caf(coding: "alaw", bytes: 1, frames: 1, data: -1)
    #expect(try read(open, length: open.count + 4000).milliseconds == 500)
    let ima = SoundSamples.caf(coding: "ima4", bytes: 34, frames: 64, data: 34 * 125)
    #expect(
      try read(ima, length: ima.count + 34 * 125) == .init(encoding: .ima4, milliseconds: 1000)
    )
  }

  @Test("refuses what is longer than 30 s, by as little as a frame")
  func length() {
    let data = 8000 * 2 * 30
    let long = SoundSamples.wave(tag: 1, rate: 8000, align: 2, data: data)
    #expect(fault(long, length: long.count + data) == nil)
    let longer = SoundSamples.wave(tag: 1, rate: 8000, align: 2, data: data + 2)
    #expect(fault(longer, length: longer.count + data + 2) == .tooLong(milliseconds: 30001))
  }

  @Test("names the coding that a notification cannot have, and what it may have instead")
  func codings() {
    let mp3 = SoundSamples.wave(tag: 0x55, rate: 8000, align: 1, data: 100)
    #expect(fault(mp3) == .encoding(name: "WAVE format 85"))
    #expect(fault(SoundSamples.aiff(frames: 1, coding: "MAC3")) == .encoding(name: "'MAC3'"))
    let aac = SoundSamples.caf(coding: "aac ", bytes: 0, frames: 1024, data: 100)
    #expect(fault(aac) == .encoding(name: "'aac '"))
  }

  @Test("is no header where the file is of another kind, breaks off, or does not say its length")
  func damage() {
    #expect(fault([]) == .unknownFormat)
    #expect(fault(Array("ID3 and more of it".utf8)) == .unknownFormat)
    let wave = SoundSamples.wave(tag: 1, rate: 8000, align: 2, data: 100)
    for length in 0..<wave.count - 8 { #expect(fault(Array(wave.prefix(length))) != nil) }
    #expect(fault(SoundSamples.wave(tag: 1, rate: 0, align: 2, data: 100)) == .unknownLength)
    #expect(fault(SoundSamples.wave(tag: 1, rate: 8000, align: 0, data: 100)) == .unknownLength)
  }

  @Test("is looked for in 64 chunks and no more")
  func chunks() {
    let head = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVE".utf8)
    let empty = Array("LIST".utf8) + [0, 0, 0, 0]
    let endless = head + Array(repeating: empty, count: 1000).joined()
    var pieces = 0
    #expect(throws: SoundFault.unknownFormat) {
      _ = try SoundHeader(length: Int64(endless.count)) { offset, count in
        pieces += 1
        return Array(endless[Int(offset)..<min(endless.count, Int(offset) + count)])
      }
    }
    #expect(pieces == 65)
  }
}

@Suite("The sound file of a notification")
struct SoundFileTests {
  private let folder: TemporaryFolder
  private let adapter = SoundFileAdapter()
  private var bundle: String { folder.path + "/bundle" }
  private var owner: RecipeOwner {
    RecipeOwner(userID: getuid(), groupID: getgid(), container: folder.path + "/container")
  }

  init() throws {
    folder = try TemporaryFolder()
    for path in ["/bundle", "/container", "/container/Library", "/container/Library/Sounds"] {
      try Files.makeFolder(folder.path + path, mode: 0o755)
    }
  }

  private func put(_ name: String, in place: String) {
    let bytes = SoundSamples.wave(tag: 1, rate: 8000, align: 2, data: 0)
    let file = fopen(place + "/" + name, "w")!
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private func fault(_ name: String) -> SoundFault? {
    do throws(SoundFault) {
      _ = try adapter.find(name, of: owner, bundle: bundle)
      return nil
    } catch {
      return error
    }
  }

  @Test("lies in Library/Sounds of the container, or else in the bundle")
  func places() throws {
    #expect(fault("bell.wav") == .missing)
    put("bell.wav", in: bundle)
    #expect(try adapter.find("bell.wav", of: owner, bundle: bundle) == bundle + "/bell.wav")
    put("bell.wav", in: owner.container! + "/Library/Sounds")
    #expect(
      try adapter.find("bell.wav", of: owner, bundle: bundle)
        == owner.container! + "/Library/Sounds/bell.wav"
    )
  }

  @Test(
    "has the name of a file and no path",
    arguments: ["", ".", "..", "../x.wav", "/etc/x.wav", "a/b.wav"]
  )
  func names(name: String) {
    #expect(fault(name) == .badName)
  }

  @Test("is a regular file: neither a link, nor a pipe, nor a folder is opened")
  func kinds() throws {
    symlink("/etc/passwd", bundle + "/link.wav")
    #expect(fault("link.wav") == .unreadable(errno: ELOOP))
    mkfifo(bundle + "/pipe.wav", 0o644)
    #expect(fault("pipe.wav") == .unreadable(errno: EACCES))
    try Files.makeFolder(bundle + "/folder.wav", mode: 0o755)
    #expect(fault("folder.wav") == .unreadable(errno: EACCES))
  }

  @Test("is reached by no link on the way, and through no folder that is closed to its user")
  func folders() throws {
    put("bell.wav", in: folder.path)
    rmdir(owner.container! + "/Library/Sounds")
    symlink(folder.path, owner.container! + "/Library/Sounds")
    #expect(fault("bell.wav") == .unreadable(errno: ELOOP))
    put("bell.wav", in: bundle)
    chmod(folder.path, 0o700)
    let stranger = RecipeOwner(userID: getuid() + 1, groupID: getgid() + 1, container: nil)
    for name in ["bell.wav", "none.wav"] {
      #expect(throws: SoundFault.unreadable(errno: EACCES), "the folder hides what is in it") {
        try adapter.find(name, of: stranger, bundle: bundle)
      }
    }
  }

  @Test("is not asked for where another process answers for the files")
  func served() {
    put("bell.wav", in: bundle)
    let table = MountTable(
      mountInfo: """
        22 1 254:1 / / rw - ext4 /dev/vda rw
        23 22 0:30 / \(folder.path) rw shared:1 - fuse.sshfs host:/ rw
        """
    )
    let adapter = SoundFileAdapter { table }
    #expect(throws: SoundFault.unreadable(errno: EOPNOTSUPP)) {
      try adapter.find(
        "bell.wav",
        of: RecipeOwner(userID: getuid(), groupID: getgid(), container: nil),
        bundle: bundle
      )
    }
  }

  @Test(
    "lies on the file system that is mounted last and deepest",
    arguments: [
      ("/home/a", true), ("/home/ab", false), ("/home/a/b", false), ("/", false),
      ("/mnt/two words/x", true), ("/srv/x", true),
    ]
  )
  func mounts(path: String, isServed: Bool) {
    let table = MountTable(
      mountInfo: """
        1 0 8:1 / / rw - ext4 /dev/sda1 rw
        2 1 0:9 / /home/a rw shared:3 - fuse.sshfs x rw
        3 2 8:2 / /home/a/b rw - ext4 /dev/sdb rw
        4 1 0:7 / /mnt/two\\040words rw - 9p x rw
        5 1 8:3 / /srv rw - ext4 /dev/sdc rw
        6 1 0:8 / /srv rw - nfs4 x rw
        """
    )
    #expect(table.isServed(path) == isServed)
  }

  @Test("is one that its user could read, whatever the daemon may")
  func strangers() {
    chmod(folder.path, 0o755)
    put("bell.wav", in: bundle)
    chmod(bundle + "/bell.wav", 0o600)
    let stranger = RecipeOwner(userID: getuid() + 1, groupID: getgid() + 1, container: nil)
    #expect(throws: SoundFault.unreadable(errno: EACCES)) {
      try adapter.find("bell.wav", of: stranger, bundle: bundle)
    }
    chmod(bundle + "/bell.wav", 0o644)
    #expect(throws: Never.self) { try adapter.find("bell.wav", of: stranger, bundle: bundle) }
  }
}

/// Sound files without their sound.
enum SoundSamples {
  static func wave(tag: Int, rate: Int, align: Int, data: Int, frames: Int? = nil) -> [UInt8] {
    var format = little(tag, 2) + little(1, 2) + little(rate, 4) + little(rate * align, 4)
    format += little(align, 2) + little(16, 2)
    if let frames { format += little(2, 2) + little(frames, 2) }
    return Array("RIFF".utf8) + little(0, 4) + Array("WAVEfmt ".utf8) + little(format.count, 4)
      + format + Array("data".utf8) + little(data, 4)
  }

  /// At 8 kHz.
  static func aiff(frames: Int, coding: String?) -> [UInt8] {
    // 8000 is 1.953125 * 2^12; the exponent is kept with 16383 added.
    var common = big(1, 2) + big(frames, 4) + big(16, 2) + big(16383 + 12, 2)
    common += big(Int(bitPattern: 0xfa00_0000_0000_0000), 8)
    if let coding { common += Array(coding.utf8) + [0, 0] }
    return Array("FORM".utf8) + big(0, 4) + Array((coding == nil ? "AIFF" : "AIFC").utf8)
      + Array("COMM".utf8) + big(common.count, 4) + common
  }

  /// At 8 kHz.
  static func caf(coding: String, bytes: Int, frames: Int, data: Int) -> [UInt8] {
    var description = big(Int(bitPattern: UInt((8000.0).bitPattern)), 8) + Array(coding.utf8)
    description += big(0, 4) + big(bytes, 4) + big(frames, 4) + big(1, 4) + big(16, 4)
    return Array("caff".utf8) + big(1, 2) + big(0, 2) + Array("desc".utf8) + big(32, 8)
      + description + Array("data".utf8) + big(data < 0 ? -1 : data + 4, 8) + big(0, 4)
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    little(number, count).reversed()
  }
}
