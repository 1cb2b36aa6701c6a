// As in each of Apple's frameworks.
@_exported public import AppleSupport
@_exported public import Foundation
