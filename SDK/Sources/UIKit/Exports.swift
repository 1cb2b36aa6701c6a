// As in Apple's framework, and the part that is declared in C, for `import UIKit.UIApplication`.
@_exported public import AppleSupport
@_exported public import Foundation
@_exported public import UIKit
@_exported public import UserNotifications
