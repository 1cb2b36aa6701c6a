// As Apple's does, and the half that C declares, for `import UIKit.UIApplication`.
@_exported public import AppleSupport
@_exported public import Foundation
@_exported public import UIKit
@_exported public import UserNotifications
