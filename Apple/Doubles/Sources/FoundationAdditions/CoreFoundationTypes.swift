public import Foundation

// Core Foundation's types are bridged by a cast, which this host's compiler cannot do. The names stand for Swift's own types
// here, so that the casts in the one file that has them compile. What that file hands over without a cast, Apple refuses.
public typealias CFString = String
public typealias CFURL = URL
public typealias CFDictionary = [AnyHashable: Any]
