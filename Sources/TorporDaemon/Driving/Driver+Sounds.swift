import TorporCore
import TorporModel

// The sound files that notifications name.

extension Driver {
  /// What there is against the sound file of a notification that an app schedules; `nil`: nothing, or it names none.
  func soundFault(
    of notification: LocalNotification,
    byLaunch launch: LaunchIdentifier
  ) -> SoundFault? {
    guard let slot = device.apps.slot(of: launch), let app = device.apps[slot: slot]?.identifier
    else { return nil }
    do throws(SoundFault) {
      _ = try soundFile(of: notification.content.sound, app)
      return nil
    } catch {
      return error
    }
  }

  /// The path of the sound file; `nil`: none is named, or it cannot be determined here.
  ///
  /// It is checked again for every notification that is shown: its app may have replaced it.
  ///
  /// - Throws: `SoundFault` where the default sound is to be heard instead.
  func soundFile(
    of sound: NotificationSound,
    _ app: AppIdentifier
  ) throws(SoundFault) -> String? {
    guard case .named(let name) = sound, let sounds, let recipe = recipe(of: app) else {
      return nil
    }
    return try sounds.find(name, of: RecipeOwner(recipe), bundle: recipe.workingDirectory)
  }
}
