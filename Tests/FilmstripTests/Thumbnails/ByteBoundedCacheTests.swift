import FilmstripTesting
import Testing

@testable import Filmstrip

@Suite struct ByteBoundedCacheTests {
    @Test func `What was used longest ago goes first`() {
        var cache = ByteBoundedCache<String, Int>(limit: 30)
        cache.keep(1, byteCount: 10, for: "a")
        cache.keep(2, byteCount: 10, for: "b")
        cache.keep(3, byteCount: 10, for: "c")
        #expect(cache.value(for: "a") == 1)
        cache.keep(4, byteCount: 10, for: "d")
        #expect(cache.value(for: "b") == nil)
        #expect([cache.value(for: "a"), cache.value(for: "c"), cache.value(for: "d")] == [1, 3, 4])
        #expect(cache.byteCount == 30)
    }

    @Test func `It never holds more than its limit, and what is too large is not kept`() {
        var random = SeededGenerator(seed: 7)
        var cache = ByteBoundedCache<Int, Int>(limit: 1000)
        for step in 0..<5000 {
            cache.keep(step, byteCount: Int.random(in: 0...300, using: &random), for: step % 37)
            #expect(cache.byteCount <= 1000)
            if step % 5 == 0 { _ = cache.value(for: Int.random(in: 0..<37, using: &random)) }
            if step % 11 == 0 { cache.remove(Int.random(in: 0..<37, using: &random)) }
        }
        cache.keep(-1, byteCount: 1001, for: 99)
        #expect(cache.value(for: 99) == nil)
        cache.removeAll { _ in true }
        #expect(cache.count == 0 && cache.byteCount == 0)
    }

    @Test func `Trimmed, it keeps what was used last`() {
        var cache = ByteBoundedCache<Int, Int>(limit: 100)
        for key in 0..<10 { cache.keep(key, byteCount: 10, for: key) }
        _ = cache.value(for: 0)
        cache.trim(to: 25)
        #expect(cache.byteCount == 20)
        #expect(cache.value(for: 0) == 0 && cache.value(for: 9) == 9 && cache.value(for: 8) == nil)
        cache.trim(to: -1)
        #expect(cache.count == 0)
    }

    @Test func `A new value takes the place of the old one`() {
        var cache = ByteBoundedCache<String, Int>(limit: 30)
        cache.keep(1, byteCount: 20, for: "a")
        cache.keep(2, byteCount: 30, for: "a")
        #expect(cache.value(for: "a") == 2)
        #expect(cache.byteCount == 30)
        // Too large to be kept, it may not leave the old one behind either.
        cache.keep(3, byteCount: 31, for: "a")
        #expect(cache.value(for: "a") == nil)
    }
}
