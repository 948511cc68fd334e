import Testing

@testable import FilmstripApple

@Suite struct OriginalTypesTests {
    @Test func `the first picture or movie is the original, whatever else could be made of it`() {
        #expect(OriginalTypes(["public.heic", "public.jpeg", "public.image"]).file == "public.heic")
        #expect(OriginalTypes(["com.example.note", "com.apple.quicktime-movie"]).file == "com.apple.quicktime-movie")
        #expect(OriginalTypes(["com.example.note"]).file == nil)
        #expect(OriginalTypes([]) == OriginalTypes(["com.example.note"]))
    }

    @Test func `a live photo is its folder, and its still where the folder cannot be had`() {
        let types = OriginalTypes(["com.apple.live-photo-bundle", "public.heic"])
        #expect(types.liveBundle == "com.apple.live-photo-bundle")
        #expect(types.file == "public.heic")
    }
}
