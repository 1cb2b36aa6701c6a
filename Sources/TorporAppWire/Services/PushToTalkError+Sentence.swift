import TorporAppModel

extension PushToTalkError {
  /// What was refused, why, and what to do next.
  var sentence: String {
    let what = "The channel refused with \(self) (\(rawValue)): "
    switch self {
    case .unknown:
      return what + "this profile has no push to talk. Choose ios13 or a later one."
    case .channelNotFound:
      return what + "the app has not joined that channel, or it was left. Join it with JoinChannel."
    case .channelLimitReached:
      return what
        + "the device has already joined a channel, and can join only one. Leave that one first."
    case .callActive:
      return what + "a call is under way. Try again when it has ended."
    case .transmissionInProgress:
      return what + "the app is transmitting. Stop transmitting first."
    case .transmissionNotFound:
      return what + "the app is not transmitting. Nothing needs to be done."
    case .appNotForeground:
      return what + "the app is not on screen. Ask when the user has opened it."
    case .transmissionNotAllowed:
      return what + "another participant is speaking. Try again when the channel is quiet."
    }
  }
}
