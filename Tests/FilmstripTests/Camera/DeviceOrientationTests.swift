import Filmstrip
import Testing

@Suite struct DeviceOrientationTests {
    @Test
    func `what a camera sees is turned back by as much as the device is turned, and the front camera the other way`() {
        let (rear, front): ([Orientation], [Orientation]) = ([.up, .down, .right, .left], [.up, .down, .left, .right])
        #expect(DeviceOrientation.allCases.map { $0.turn(for: .rear) } == rear)
        #expect(DeviceOrientation.allCases.map { $0.turn(for: .front) } == front)
        // A camera on the desk stays where it is.
        #expect(DeviceOrientation.allCases.allSatisfy { $0.turn(for: .external) == .up })
    }

    @Test func `the sky is at the upper edge afterwards`() {
        // With the left side of the device up, the sky lies at the left of what its rear camera reads out.
        let sky = PicturePoint(x: 0, y: 0.5)
        #expect(DeviceOrientation.leftUp.turn(for: .rear).applied(to: sky) == PicturePoint(x: 0.5, y: 0))
        let right = PicturePoint(x: 1, y: 0.5)
        #expect(DeviceOrientation.leftUp.turn(for: .front).applied(to: right) == PicturePoint(x: 0.5, y: 0))
        #expect(DeviceOrientation.rightUp.turn(for: .rear).applied(to: right) == PicturePoint(x: 0.5, y: 0))
    }
}
