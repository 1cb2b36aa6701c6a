import NIOCore
import NIOHPACK
import NIOHTTP2

// Messages of Web Push over HTTP/2, on the port of the provider API.
extension ProviderHandler {
  func finish(
    _ request: WebRequest,
    _ stream: Stream,
    _ id: HTTP2StreamID,
    _ context: ChannelHandlerContext
  ) {
    guard let webDesk else { return answer(WebRefusal(.serviceUnavailable).answer, id) }
    do throws(WebRefusal) {
      if stream.isLate { throw WebRefusal(.shutdown) }
      switch try webDesk.read(request, stream.body) {
      case .discover: answer(webDesk.discovered(), id)
      case .push(let push, let token, let ttlSeconds):
        streams[id]?.state = .waiting
        let begun = NIODeadline.now()
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let turn = desk.turns.turn(of: context.eventLoop)
        let isTaken = desk.mailboxes.submit(
          .push(push, token) { result in
            let answer = webDesk.answer(
              push,
              result,
              ttlSeconds: ttlSeconds,
              milliseconds: Double((NIODeadline.now() - begun).nanoseconds) / 1e6
            )
            turn.run { bound.value.answer(answer, id) }
          }
        )
        if !isTaken { throw WebRefusal(.serviceUnavailable) }
      }
    } catch {
      refuse(error, id)
    }
  }

  func refuse(_ refusal: WebRefusal, _ id: HTTP2StreamID) {
    if let webDesk { answer(webDesk.refused(refusal), id) }
  }

  private func answer(_ answer: WebAnswer, _ id: HTTP2StreamID) {
    guard let context, streams[id].map({ $0.state != .answered }) == true else { return }
    streams[id]?.state = .answered
    var headers: HPACKHeaders = [":status": String(answer.status)]
    for (name, value) in answer.headers { headers.add(name: name, value: value) }
    write(.headers(.init(headers: headers, endStream: answer.body.isEmpty)), id, context)
    if !answer.body.isEmpty {
      let body = ByteBuffer(string: answer.body)
      write(.data(.init(data: .byteBuffer(body), endStream: true)), id, context)
    }
    flush(context)
    if answer.status == 201 {
      // A sender that has sent a message is treated like one with a token.
      if !binding.isBound, !hasSentMessage { raiseStreamLimit(context) }
      (hasSentMessage, errorCount) = (true, 0)
    } else if (400..<500).contains(answer.status), answer.status != 410 {
      errorCount += 1
    }
    if errorCount >= desk.limits.errorsMax, phase == .serving {
      (goodbye, phase) = (.forbidden, .draining)
    }
    endIfDrained(context)
  }
}
