import type { DialogBrand } from "../../src/domain/page-settings.js";
import type { FrameMessage } from "../shared/messages.js";
import { debug } from "./console.js";

const timeout = 20_000;
const mark = "data-offergraph-form";

interface Dialog {
  title: string;
  /** Called when the visitor has answered or declined the form. */
  answered(): void;
  closed(): void;
}

/** Returns true if a form is open or opening on this page. A page opens one form at a time. */
export const isShowing = (): boolean => document.querySelector(`[${mark}]`) !== null;

/** Shows a form in a dialog. The form is in an iframe of our origin, so the website's styles and security policies do not apply. */
export function showDialog(address: string, { title, answered, closed }: Dialog): void {
  const host = document.createElement("div");
  host.setAttribute(mark, "");
  const root = host.attachShadow({ mode: "open" });
  // A constructed style sheet is not subject to the page's style-src policy.
  const styles = new CSSStyleSheet();
  styles.replaceSync(css);
  root.adoptedStyleSheets = [styles];
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", title);
  const frame = Object.assign(document.createElement("iframe"), { src: address, title });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "✕" });
  button.setAttribute("aria-label", "Close");
  dialog.append(frame, button);
  root.append(dialog);

  const over = new AbortController();
  const timer = setTimeout(() => {
    debug("the form did not load. Check that frame-src in this page's Content Security Policy allows the form's URL.");
    end();
  }, timeout);
  function end(): void {
    clearTimeout(timer);
    over.abort();
    // Closes the dialog first, because `close` returns the focus to the previously focused element.
    dialog.close();
    host.remove();
  }
  function close(): void {
    if (over.signal.aborted) return;
    closed();
    end();
  }
  button.onclick = close;
  dialog.onclose = close;
  dialog.onclick = ({ target }) => {
    if (target === dialog) close();
  };
  const { origin } = new URL(address);
  const onMessage = ({ data, source, origin: from }: MessageEvent<FrameMessage | undefined>) => {
    if (from !== origin || source !== frame.contentWindow) return;
    if (data?.offergraph === "ready") {
      clearTimeout(timer);
      dialog.className = data.position ?? "center";
      applyBrand(dialog, data);
      if (!dialog.open) dialog.showModal();
    } else if (data?.offergraph === "size") frame.style.height = `${Number(data.height)}px`;
    else if (data?.offergraph === "close") close();
    else if (data?.offergraph === "done") answered();
  };
  addEventListener("message", onMessage, { signal: over.signal });
  document.body.append(host);
}

/** Sets CSS variables through the CSSOM, which the page's style-src policy does not restrict. */
function applyBrand({ style }: HTMLElement, { cornerRadius, accent, darkAccent }: DialogBrand): void {
  if (cornerRadius !== undefined) style.setProperty("--radius", `${Number(cornerRadius)}px`);
  if (accent !== undefined) style.setProperty("--accent", accent);
  if (darkAccent !== undefined) style.setProperty("--dark-accent", darkAccent);
}

const css = `
:host { all: initial }
dialog {
  box-sizing: border-box; padding: 0; border: 0; overflow: hidden; color-scheme: light dark; background: Canvas;
  width: min(560px, calc(100vw - 32px)); max-height: min(760px, calc(100dvh - 32px));
  border-radius: var(--radius, 18px); box-shadow: 0 24px 80px rgb(10 16 36 / 35%);
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
button:focus-visible { outline: 3px solid var(--accent, #3a5bd9); outline-offset: 2px }
@media (prefers-color-scheme: dark) {
  button:focus-visible { outline-color: var(--dark-accent, #93a8ff) }
}
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: come 0.22s ease-out }
  dialog[open]::backdrop { animation: fade 0.22s ease-out }
}
@keyframes come { from { opacity: 0; transform: translateY(12px) } }
@keyframes fade { from { opacity: 0 } }
@media (max-width: 520px) {
  dialog[class] { width: 100vw; max-width: 100vw; margin: auto 0 0; border-radius: var(--radius, 18px) var(--radius, 18px) 0 0 }
}`;
