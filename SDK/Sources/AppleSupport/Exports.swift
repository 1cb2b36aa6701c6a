// As each of Apple's frameworks does.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
