// As in Apple's framework.
@_exported public import AppleSupport
@_exported public import Foundation
@_exported public import UIKit
