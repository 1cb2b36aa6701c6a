import TorporText
import TorporWire

/// Advice for a terminal: a sentence with its figures, and the command that follows it.
struct AdviceText {
  let reply: Control.GetAdvice.Reply
  let clock: WallClock
  let style: Style

  init(_ reply: Control.GetAdvice.Reply, _ clock: WallClock, _ style: Style) {
    self.reply = reply
    self.clock = clock
    self.style = style
  }

  var lines: [String] {
    let sentences = AdviceSentences(reply, clock)
    guard !reply.advice.isEmpty else { return [sentences.nothing] }
    return reply.advice.flatMap { row -> [String] in
      [sentences.sentence(row)] + (row.command.map { ["  " + style.paint($0, .heading)] } ?? [])
    }
  }
}
