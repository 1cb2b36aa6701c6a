import NIOCore

/// Reads the input of one connection.
final class NATSHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let client: NATSClient
  private var buffer = ByteBuffer()

  init(_ client: NATSClient) { self.client = client }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var data = unwrapInboundIn(data)
    if buffer.readableBytes == 0 { buffer = data } else { buffer.writeBuffer(&data) }
    do throws(NATSFailure) {
      while let operation = try NATSOperation.read(&buffer) {
        client.receive(operation, context.channel)
      }
      buffer.discardReadBytes()
    } catch {
      client.note(error, context.channel)
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) { client.ended(context.channel) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    client.note(error, context.channel)
    context.close(promise: nil)
  }
}
