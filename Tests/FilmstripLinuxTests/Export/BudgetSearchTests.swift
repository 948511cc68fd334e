import Filmstrip
import Foundation
import Testing

@testable import FilmstripLinux

@Suite(.timeLimit(.minutes(2))) struct BudgetSearchTests {
    /// A picture that no encoder makes small.
    private var noise: PixelFrame {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<(200 * 150)).flatMap { _ in
            [UInt8.random(in: 0...255, using: &random), UInt8.random(in: 0...255, using: &random), 128, 255]
        }
        return PixelFrame(size: PixelSize(width: 200, height: 150), bytesPerRow: 800, bytes: Data(bytes))
    }

    private func search(_ type: ContentType, _ budget: Int64?) throws(ExportError) -> BudgetSearch.Made {
        try BudgetSearch(
            frame: noise, hasAlpha: false, type: type, quality: 90, keepsColors: false, budget: budget,
            path: MediaPath("picture")
        ).run { _, bytes in bytes }
    }

    @Test(arguments: [ContentType.jpeg, .webP, .png], [60_000, 20_000, 6000, 1500] as [Int64])
    func `A budget is kept, and most of it is used`(type: ContentType, budget: Int64) throws {
        let made = try search(type, budget)
        #expect(made.bytes.count <= budget)
        if made.size != PixelSize(width: 200, height: 150) || type == .png {
            #expect(made.bytes.count > budget / 4, "\(made.size)")
        }
        #expect(abs(Double(made.size.width) / Double(made.size.height) - 4 / 3) < 0.1)
    }

    @Test func `Quality goes before size`() throws {
        let free = try search(.jpeg, nil)
        let made = try search(.jpeg, Int64(free.bytes.count) * 2 / 3)
        #expect(made.size == free.size && made.bytes.count < free.bytes.count)
    }

    @Test func `What cannot be is told with the smallest there was`() {
        let error = #expect(throws: ExportError.self) { try search(.jpeg, 50) }
        guard case .budgetTooSmall(_, let smallest) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(smallest > 50 && smallest < 2000)
    }
}
