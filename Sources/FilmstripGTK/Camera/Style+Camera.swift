extension Style {
    /// The look of cameras: dark in any theme, as a viewfinder is.
    static let cameraSheet = """

        .filmstrip-camera { background-color: black; color: white; }
        .filmstrip-camera-icon { color: alpha(white, 0.6); }
        .filmstrip-camera-dim { color: alpha(white, 0.75); }
        .filmstrip-camera-title { font-weight: 800; font-size: 130%; }
        .compact .filmstrip-camera-title { font-weight: bold; font-size: 95%; }
        .filmstrip-camera-bar {
          padding: 22px 16px 14px 16px;
          background-image: linear-gradient(to bottom, transparent, alpha(black, 0.5));
        }
        .compact .filmstrip-camera-bar { padding: 10px 8px 6px 8px; }
        button.filmstrip-camera-button, button.filmstrip-camera-help {
          background: alpha(black, 0.45); color: white; border: none; box-shadow: none; text-shadow: none;
          border-radius: 999px; min-width: 40px; min-height: 40px; padding: 0;
          -gtk-icon-shadow: none; transition: background 120ms;
        }
        button.filmstrip-camera-help { padding: 0 18px; background: alpha(white, 0.2); font-weight: bold; }
        button.filmstrip-camera-button:hover, button.filmstrip-camera-help:hover { background: alpha(white, 0.32); }
        button.filmstrip-camera-button:disabled { color: alpha(white, 0.4); }
        button.filmstrip-camera-button.active { background: white; color: black; }
        .compact button.filmstrip-camera-button { min-width: 30px; min-height: 30px; }
        .compact button.filmstrip-camera-help { min-height: 26px; padding: 0 12px; }
        button.filmstrip-shutter {
          min-width: 66px; min-height: 66px; padding: 0; border-radius: 999px;
          border: 4px solid white; background: alpha(black, 0.25); box-shadow: 0 0 4px alpha(black, 0.4);
        }
        .compact button.filmstrip-shutter { min-width: 34px; min-height: 34px; border-width: 3px; }
        .filmstrip-shutter-face {
          min-width: 54px; min-height: 54px; border-radius: 999px; background: white;
          transition: min-width 150ms, min-height 150ms, border-radius 150ms, background 100ms;
        }
        .compact .filmstrip-shutter-face { min-width: 26px; min-height: 26px; }
        button.filmstrip-shutter:active .filmstrip-shutter-face { background: alpha(white, 0.6); }
        button.filmstrip-shutter:disabled { opacity: 0.5; }
        button.filmstrip-shutter.record .filmstrip-shutter-face { background: #e01b24; }
        button.filmstrip-shutter.record.running .filmstrip-shutter-face {
          min-width: 26px; min-height: 26px; border-radius: 6px;
        }
        .compact button.filmstrip-shutter.record.running .filmstrip-shutter-face {
          min-width: 14px; min-height: 14px; border-radius: 4px;
        }
        button.filmstrip-shutter:focus-visible, button.filmstrip-camera-button:focus-visible,
        button.filmstrip-camera-help:focus-visible { outline: 3px solid #ffd60a; outline-offset: 2px; }
        button.filmstrip-shutter.counting .filmstrip-shutter-face { min-width: 26px; min-height: 26px; border-radius: 6px; }
        .filmstrip-camera-badge {
          border-radius: 999px; padding: 4px 12px; background: alpha(black, 0.5); color: white; font-weight: bold;
        }
        .filmstrip-camera-badge.recording { background: #c01c28; }
        window.filmstrip-camera-window { background: black; color: white; }
        headerbar.filmstrip-camera-header {
          background: #101010; color: white; border: none; box-shadow: none; min-height: 46px;
        }
        headerbar.filmstrip-camera-header button:not(.suggested-action):not(.filmstrip-camera-button) {
          background: alpha(white, 0.14); color: white; border: none; box-shadow: none; text-shadow: none;
        }
        headerbar.filmstrip-camera-header button:disabled,
        headerbar.filmstrip-camera-header button.suggested-action:disabled {
          background: alpha(white, 0.1); color: alpha(white, 0.45); border: none; box-shadow: none; text-shadow: none;
        }
        .filmstrip-camera-helps { border-radius: 999px; background: alpha(black, 0.4); padding: 3px; }
        .filmstrip-camera-helps button.filmstrip-camera-button {
          background: transparent; min-width: 40px; min-height: 40px;
        }
        .filmstrip-camera-helps button.filmstrip-camera-button:hover { background: alpha(white, 0.18); }
        .filmstrip-camera-helps button.filmstrip-camera-button.active,
        .filmstrip-camera-helps button.filmstrip-camera-button:checked { background: #ffd60a; color: black; }
        .filmstrip-camera-helps button.filmstrip-camera-button.automatic {
          background: alpha(#ffd60a, 0.28); color: #ffd60a;
        }
        .narrow .filmstrip-camera-helps button.filmstrip-camera-button { min-width: 36px; min-height: 36px; }
        .filmstrip-camera-bar.screen { padding: 40px 22px 18px 22px; }
        .filmstrip-camera-bar.screen.narrow { padding: 30px 14px 12px 14px; }
        .filmstrip-camera-bar.screen.low {
          padding: 14px 16px 14px 36px;
          background-image: linear-gradient(to right, transparent, alpha(black, 0.5));
        }
        button.filmstrip-camera-button.large { min-width: 52px; min-height: 52px; }
        .filmstrip-camera-bar.screen.small { padding: 14px 14px 8px 14px; }
        .filmstrip-camera-bar.screen.small.low { padding: 6px 10px 6px 20px; }
        .small button.filmstrip-camera-button.large { min-width: 36px; min-height: 36px; }
        .small button.filmstrip-shutter { min-width: 38px; min-height: 38px; border-width: 3px; }
        .small .filmstrip-shutter-face { min-width: 30px; min-height: 30px; }
        .small button.filmstrip-shutter.record.running .filmstrip-shutter-face,
        .small button.filmstrip-shutter.counting .filmstrip-shutter-face {
          min-width: 16px; min-height: 16px; border-radius: 4px;
        }
        button.filmstrip-camera-button.filmstrip-camera-play { min-width: 76px; min-height: 76px; }
        button.filmstrip-camera-button.filmstrip-camera-play.aside { min-width: 48px; min-height: 48px; margin: 14px; }
        button.filmstrip-camera-button.filmstrip-camera-play.playing { opacity: 0; transition: opacity 300ms; }
        button.filmstrip-camera-button.filmstrip-camera-play.playing:hover,
        button.filmstrip-camera-button.filmstrip-camera-play.playing:focus-visible { opacity: 1; }
        button.filmstrip-shutter.busy .filmstrip-shutter-face { background: alpha(white, 0.5); }
        .filmstrip-camera-dot { min-width: 10px; min-height: 10px; border-radius: 999px; background: white; }
        .filmstrip-camera-badge.recording.paused { background: alpha(black, 0.55); }
        .filmstrip-camera-badge.recording.paused .filmstrip-camera-dot { border-radius: 2px; background: #ffd60a; }
        .filmstrip-camera-code {
          border-radius: 999px; padding: 5px 6px 5px 16px; background: alpha(#101010, 0.86); color: white;
          font-weight: bold; box-shadow: 0 2px 10px alpha(black, 0.4);
        }
        .narrow .filmstrip-camera-code, .low:not(.small) .filmstrip-camera-code { border-radius: 22px; padding: 12px 8px 8px 16px; }
        .filmstrip-camera-code button.filmstrip-camera-help { min-height: 36px; }
        .filmstrip-camera-keys {
          border-radius: 16px; background: alpha(#101010, 0.92); color: white; padding: 18px 22px;
          box-shadow: 0 4px 20px alpha(black, 0.5);
        }
        .filmstrip-camera-key {
          border-radius: 6px; padding: 1px 8px; background: alpha(white, 0.16); font-weight: bold; font-size: 90%;
        }
        .filmstrip-camera-tray { background: #101010; padding: 8px 12px; }
        .filmstrip-camera-kinds { border-radius: 999px; background: alpha(black, 0.35); padding: 3px; }
        .filmstrip-camera-kinds button {
          background: transparent; color: alpha(white, 0.85); border: none; box-shadow: none; text-shadow: none;
          border-radius: 999px; padding: 3px 14px; min-height: 26px; font-weight: bold;
        }
        .narrow .filmstrip-camera-kinds button { padding: 3px 9px; font-size: 90%; }
        .low .filmstrip-camera-kinds { border-radius: 18px; }
        .low .filmstrip-camera-kinds button { padding: 5px 14px; }
        .low.small .filmstrip-camera-kinds button { padding: 2px 9px; font-size: 90%; }
        .filmstrip-camera-kinds button:hover { background: alpha(white, 0.14); }
        .filmstrip-camera-kinds button:checked { background: alpha(white, 0.2); color: #ffd60a; }
        .filmstrip-camera-lenses { border-radius: 999px; background: alpha(black, 0.3); padding: 3px; }
        button.filmstrip-camera-lens {
          background: transparent; color: white; border: none; box-shadow: none; text-shadow: none;
          min-width: 32px; min-height: 32px; border-radius: 999px; padding: 0 2px; font-size: 85%; font-weight: bold;
        }
        .small button.filmstrip-camera-lens { min-width: 28px; min-height: 28px; }
        button.filmstrip-camera-lens:hover { background: alpha(white, 0.16); }
        button.filmstrip-camera-lens.current { background: alpha(black, 0.55); color: #ffd60a; }
        .filmstrip-camera-kinds button:focus-visible, button.filmstrip-camera-lens:focus-visible,
        button.filmstrip-shot:focus-visible { outline: 3px solid #ffd60a; outline-offset: 1px; }
        .filmstrip-camera-review button.filmstrip-camera-help:not(.filmstrip-camera-use) { background: alpha(black, 0.6); }
        .filmstrip-camera-review button.filmstrip-camera-help:not(.filmstrip-camera-use):hover {
          background: alpha(black, 0.85);
        }
        button.filmstrip-camera-use { background: white; color: black; min-width: 88px; }
        button.filmstrip-camera-use:hover { background: alpha(white, 0.85); }
        button.filmstrip-shot {
          padding: 0; border: 2px solid alpha(white, 0.75); border-radius: 10px; background: black; color: white;
          box-shadow: none; min-width: 52px; min-height: 52px;
        }
        button.filmstrip-shot picture { border-radius: 8px; }
        button.filmstrip-shot.looked { border-color: #ffd60a; }
        button.filmstrip-shot.replaced { border: 2px dashed #ffd60a; opacity: 0.6; }
        .filmstrip-countdown { font-size: 128px; font-weight: 800; color: white; text-shadow: 0 2px 12px alpha(black, 0.6); }
        """
}
