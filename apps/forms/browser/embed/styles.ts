const css = `
:host { all: initial }
dialog {
  box-sizing: border-box; padding: 0; border: 0; overflow: hidden; color-scheme: light dark; background: Canvas;
  width: min(560px, calc(100vw - 32px)); max-height: min(760px, calc(100dvh - 32px));
  border-radius: 18px; box-shadow: 0 24px 80px rgb(10 16 36 / 35%);
}
dialog::backdrop { background: rgb(14 18 32 / 45%) }
.bottom_left, .bottom_right { width: min(420px, calc(100vw - 32px)); margin: auto 16px 16px auto }
.bottom_left { margin: auto auto 16px 16px }
.bottom_left::backdrop, .bottom_right::backdrop { background: rgb(14 18 32 / 20%) }
iframe { display: block; width: 100%; height: 480px; max-height: min(760px, calc(100dvh - 32px)); border: 0; color-scheme: light dark }
button {
  position: absolute; top: 10px; right: 10px; width: 40px; height: 40px; padding: 0; border: 0; border-radius: 50%; cursor: pointer;
  font: 16px/1 system-ui, sans-serif; color: CanvasText; background: rgb(128 128 128 / 18%);
}
button:hover { background: rgb(128 128 128 / 32%) }
button:focus-visible { outline: 3px solid #3a5bd9; outline-offset: 2px }
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: come 0.22s ease-out }
  dialog[open]::backdrop { animation: fade 0.22s ease-out }
}
@keyframes come { from { opacity: 0; transform: translateY(12px) } }
@keyframes fade { from { opacity: 0 } }
@media (max-width: 520px) {
  dialog[class] { width: 100vw; max-width: 100vw; margin: auto 0 0; border-radius: 18px 18px 0 0 }
}`;

/** Returns the dialog's style sheet. A constructed sheet is not subject to the page's style-src policy. */
export function look(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
