@MainActor open class UIScrollView: UIView {
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open weak var delegate: (any UIScrollViewDelegate)?
    open var contentOffset = CGPoint.zero { didSet { delegate?.scrollViewDidScroll(self) } }
    open var contentSize = CGSize.zero
    open var contentInset = UIEdgeInsets.zero
    open var showsHorizontalScrollIndicator = true
    open var showsVerticalScrollIndicator = true
    open var bounces = true
    open var bouncesZoom = true
    open var isScrollEnabled = true
    open var minimumZoomScale: CGFloat = 1
    open var maximumZoomScale: CGFloat = 1
    open var zoomScale: CGFloat = 1 {
        didSet { if delegate?.viewForZooming(in: self) != nil { delegate?.scrollViewDidZoom(self) } }
    }
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { self.contentOffset = contentOffset }
    open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }
}

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewDidZoom(_ scrollView: UIScrollView)
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
}

extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
}

@MainActor open class UIImageView: UIView {
    public init(image: UIImage?) {
        self.image = image
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        isUserInteractionEnabled = false
    }
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var image: UIImage?
}
