import Testing

@testable import torpor

@Suite("A line that is longer than the terminal is wide")
struct LineWrapTests {
  private let decision = "  16:18:20  cannot run job 1 yet: the device is in use; the disk is full"

  @Test("is broken between words, and indented to where its text begins")
  func words() {
    #expect(
      LineWrap.lines(decision, .plain, width: 40) == [
        "  16:18:20  cannot run job 1 yet: the",
        "            device is in use; the disk",
        "            is full",
      ]
    )
    let fits = "           blocked for 40m 00s in total"
    #expect(LineWrap.lines(fits, .plain, width: fits.count) == [fits])
  }

  @Test("is as long as it is without its colours")
  func colours() {
    let style = Style(isColored: true, seal: "seal")
    let line = "  " + style.paint("blocked", .bad) + "  the device is not on external power"
    #expect(LineWrap.lines(line, style, width: 46) == [line])
    let pieces = LineWrap.lines(line, style, width: 36).map(style.safe)
    #expect(
      pieces == [
        "  \u{1b}[31mblocked\u{1b}[0m  the device is not on", "           external power",
      ]
    )
  }

  @Test("is broken where it is a sentence, and its commands stay whole")
  func sentences() {
    #expect(
      LineWrap.lines(
        "torpor: There is no app 'mial'. Type `torpor ps --json` for the list.",
        .plain,
        width: 40
      ) == [
        "torpor: There is no app 'mial'. Type", "`torpor ps --json` for the list.",
      ]
    )
    #expect(
      LineWrap.lines("  The daemon cannot hear whether it plays.", .plain, width: 30)
        == ["  The daemon cannot hear", "  whether it plays."]
    )
    let style = Style(isColored: true, seal: "seal")
    let faint = style.paint("Not decided yet: location. The app may ask.", .faint)
    #expect(
      LineWrap.lines(faint, style, width: 30).map(style.visible)
        == ["Not decided yet: location. The", "app may ask."]
    )
  }

  @Test("stays whole without a terminal, without a column in front, and where a word does not fit")
  func whole() {
    #expect(LineWrap.lines(decision, .plain, width: nil) == [decision])
    let command = "  rsync --archive --delete /home/ada /mnt/backup"
    #expect(LineWrap.lines(command, .plain, width: 20) == [command])
    let path = "  16:18:20  /a/path/without/a/space/in/it"
    #expect(LineWrap.lines(path, .plain, width: 24) == [path])
  }
}
