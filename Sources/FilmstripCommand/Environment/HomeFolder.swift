import FilmstripLinux
import Foundation

/// The user's home.
enum HomeFolder {
    /// Names one for the libraries that we use, where neither the environment nor the list of users knows any, as in some containers:
    /// they would complain on standard error each time that they look for it. Call before there are threads.
    static func settle() {
        guard getenv("HOME") == nil, getpwuid(getuid()) == nil else { return }
        // There is nothing in it, and nobody can make anything there; which is no news, either.
        setenv("HOME", "/dev/null", 1)
        GLibMessages.drop()
    }
}
