import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("The machine's time zones")
  struct ZoneFileTests {
    private static let hasZones = Files.exists("/usr/share/zoneinfo/Europe/Berlin")
    private static let needsZones: Comment = "no /usr/share/zoneinfo here (package tzdata)"

    /// Each zone, a day and more around each change of clocks from 1970 to 2060.
    @Test(
      "have the offsets that the C library finds",
      .enabled(if: hasZones, needsZones),
      arguments: CalendarTexts.zones + [
        "UTC", "America/Havana", "Africa/Cairo", "America/Nuuk", "America/Asuncion",
        "Antarctica/Troll", "Asia/Gaza", "Europe/London", "Pacific/Kiritimati", "EST5EDT",
      ]
    )
    func agreesWithTheLibrary(_ text: String) throws {
      let name = try #require(ZoneName(text))
      let rules = try ZoneFiles().rules(of: name)
      let before = getenv("TZ").map { String(cString: $0) }
      setenv("TZ", ":" + text, 1)
      tzset()
      defer {
        if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
        tzset()
      }
      var moments = Array(stride(from: 0, to: 2_840_140_800, by: 1_000_003))
      var change = rules.period(at: 0).end
      while change < 2_840_140_800 {
        moments += [change - 90_000, change - 1, change, change + 1, change + 90_000]
        change = rules.period(at: change).end
      }
      for moment in moments {
        var (time, fields) = (moment, tm())
        localtime_r(&time, &fields)
        let offset = ZoneRules.Offset(seconds: fields.tm_gmtoff, isDaylight: fields.tm_isdst > 0)
        #expect(rules.period(at: moment).offset == offset, "\(text) @\(moment)")
      }
    }

    @Test("can all be read", .enabled(if: hasZones, needsZones))
    func all() throws {
      let files = ZoneFiles()
      let table = try Files.read("/usr/share/zoneinfo/tzdata.zi")
      // Z NAME … begins a zone, L TARGET NAME is a link.
      let names = table.split(separator: "\n").compactMap { line -> Substring? in
        let words = line.split(separator: " ")
        if words.first == "Z" { return words[1] }
        return words.first == "L" ? words[2] : nil
      }
      try #require(names.count > 300)
      for text in names where Files.exists("/usr/share/zoneinfo/\(text)") {
        let name = try #require(ZoneName(String(text)))
        #expect(throws: Never.self, "\(text)") { try files.rules(of: name) }
      }
    }

    @Test("are found in the folder that is said, and nowhere else")
    func folder() throws {
      let folder = try TemporaryFolder()
      try folder.write("TZif?", to: "zones/Bad/File")
      try folder.write("secret", to: "outside")
      let files = ZoneFiles(root: folder.path + "/zones", localPath: folder.path + "/none")
      let (missing, bad) = (try #require(ZoneName("No/Such")), try #require(ZoneName("Bad/File")))
      #expect(throws: ZoneFailure.unknown(missing)) { try files.rules(of: missing) }
      let path = folder.path + "/zones/Bad/File"
      #expect(throws: ZoneFailure.damaged(path: path, .notTimeZoneFile)) {
        try files.rules(of: bad)
      }
      #expect(throws: ZoneFailure.self) { try files.rules(of: #require(ZoneName("Bad"))) }
      try folder.write(String(repeating: "x", count: ZoneRules.fileBytesMax + 1), to: "zones/Huge")
      #expect(
        throws: ZoneFailure.system(
          SystemError(operation: "read", subject: folder.path + "/zones/Huge", code: EFBIG)
        )
      ) { try files.rules(of: #require(ZoneName("Huge"))) }
      // UTC needs no file, and a machine without a local zone is in UTC.
      #expect(try files.rules(of: .utc) == .utc)
      #expect(try files.localRules(environmentZone: nil) == .utc)
    }

    @Test(
      "are chosen by TZ",
      .enabled(if: hasZones, needsZones),
      arguments: [
        ("Europe/Berlin", 7200), (":Europe/Berlin", 7200), ("", 0), (":", 0),
        ("CET-1CEST,M3.5.0,M10.5.0/3", 7200), ("<+05>-5", 18_000), ("EST5EDT", -14_400),
      ]
    )
    func environment(_ text: String, _ seconds: Int) throws {
      let rules = try ZoneFiles().localRules(environmentZone: text)
      // 1 July 2026.
      #expect(rules.period(at: 1_782_864_000).offset.seconds == seconds)
    }

    @Test(
      "are not read by a path, and not guessed",
      arguments: ["/etc/passwd", ":/etc/passwd", "../../../etc/passwd", "No/Such", "CET-1CEST"]
    )
    func refused(_ text: String) {
      let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
      #expect(throws: ZoneFailure.notAZone(text: name)) {
        try ZoneFiles().localRules(environmentZone: text)
      }
    }

    @Test("are read from the local file where TZ says so, or nothing")
    func local() throws {
      let files = ZoneFiles(localPath: "/usr/share/zoneinfo/Asia/Tokyo")
      guard Files.exists(files.localPath) else { return print("skipped: no Asia/Tokyo here") }
      for text in [nil, ":" + files.localPath, files.localPath] {
        #expect(try files.localRules(environmentZone: text).period(at: 0).offset.seconds == 32_400)
      }
    }

    @Test("say in a sentence what is wrong, and what to do")
    func sentences() throws {
      let name = try #require(ZoneName("Europe/Berlim"))
      #expect(
        "\(ZoneFailure.unknown(name))"
          == "there is no time zone 'Europe/Berlim' on this machine; `timedatectl list-timezones` "
          + "names those there are (Debian has them in the package tzdata)"
      )
      #expect(
        "\(ZoneFailure.notAZone(text: "x"))"
          == "TZ is 'x', which is not a time zone; it must be a name such as Europe/Berlin, or a rule "
          + "such as CET-1CEST,M3.5.0,M10.5.0/3"
      )
      #expect(
        "\(ZoneFailure.damaged(path: "/z/right/UTC", .hasLeapSeconds))"
          == "/z/right/UTC counts leap seconds (\"right/\"), which the system's clock does not "
          + "have; name the zone without that folder"
      )
    }
  }
}
