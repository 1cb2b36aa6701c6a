// For `CACurrentMediaTime()`, which AppleSupport has; there are no layers.
@_exported public import AppleSupport
@_exported public import Foundation
