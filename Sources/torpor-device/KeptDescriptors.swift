import TorporCore
import TorporModel
import TorporPosix

/// The descriptors that the app has handed over.
///
/// They are kept as the daemon keeps them, so that the other end does not notice an app's end, and not polled: the app's
/// process, which no freezer holds, serves its sockets itself.
final class KeptDescriptors: DescriptorPort {
  private var kept: [DescriptorName: Int32] = [:]

  deinit { Descriptor.close(Array(kept.values)) }

  func objection(
    to descriptor: Int32,
    for name: DescriptorName,
    ofUser userID: UInt32
  ) -> DescriptorRefusal? { nil }

  func keep(_ handed: HandedDescriptor) {
    if let former = kept.updateValue(handed.descriptor, forKey: handed.name) {
      Descriptor.close([former])
    }
  }

  func watch(_ name: DescriptorName) {}
  func rest(_ name: DescriptorName) {}
  func drop(_ name: DescriptorName) {
    if let descriptor = take(name) { Descriptor.close([descriptor]) }
  }
  func take(_ name: DescriptorName) -> Int32? { kept.removeValue(forKey: name) }
  func recover(keeping names: [DescriptorName]) -> [DescriptorName] { [] }
}
