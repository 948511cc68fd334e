#if os(iOS) || FILMSTRIP_DOUBLES
    public import Filmstrip
    import UIKit

    extension UIKitPresenter {
        /// A notice near the lower edge, read aloud too; a new one takes the place of the old.
        public func notify(_ toast: Prompt.Toast) {
            guard let host = stage.top?.viewIfLoaded?.window else { return }
            notice?.removeFromSuperview()
            let view = NoticeView(toast.text, in: host)
            notice = view
            UIAccessibility.post(notification: .announcement, argument: toast.text)
            Task { [weak view, clock = configuration.clock] in
                // Nobody cancels this task; if somebody did, the notice would go at once.
                do { try await clock.sleep(for: .seconds(toast.duration)) } catch {}
                view?.removeFromSuperview()
            }
        }
    }

    /// A notice near the lower edge, over everything. Touches go through it.
    @MainActor final class NoticeView: UIView {
        let label = UILabel()

        init(_ text: String, in host: UIView) {
            super.init(frame: .zero)
            isUserInteractionEnabled = false
            backgroundColor = UIColor(white: 0, alpha: 0.8)
            layer.cornerRadius = 12
            label.text = text
            label.textColor = .white
            label.font = .preferredFont(forTextStyle: .subheadline)
            label.adjustsFontForContentSizeCategory = true
            label.numberOfLines = 0
            label.textAlignment = .center
            addSubview(label)
            autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin]
            host.addSubview(self)
            place(in: host.bounds, safe: host.safeAreaInsets.bottom)
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) { nil }

        private func place(in bounds: CGRect, safe bottom: CGFloat) {
            let room = CGSize(width: min(bounds.width - 64, 420), height: bounds.height / 2)
            let text = label.sizeThatFits(room)
            let size = CGSize(width: min(text.width, room.width) + 32, height: text.height + 20)
            frame = CGRect(
                x: bounds.midX - size.width / 2, y: bounds.maxY - bottom - 48 - size.height, width: size.width,
                height: size.height)
            label.frame = CGRect(x: 16, y: 10, width: size.width - 32, height: size.height - 20)
        }
    }
#endif
