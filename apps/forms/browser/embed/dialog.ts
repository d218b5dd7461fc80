import type { FrameMessage } from "../shared/messages.js";
import { say } from "./console.js";
import { look } from "./styles.js";

const timeout = 20_000;
const mark = "data-offergraph-form";

interface Dialog {
  title: string;
  /** Called when the visitor has answered or declined. */
  answered(): void;
  /** Called when the visitor has closed the form. */
  closed(): void;
}

/** Returns true if a form is open or opening on this page. Only one is open at a time. */
export const isShowing = (): boolean => document.querySelector(`[${mark}]`) !== null;

/**
 * Shows a form in a dialog, in a frame of its own origin, so that the styles and policies of the page and the form do not affect each
 * other. The dialog appears only after the form has loaded.
 */
export function showDialog(address: string, { title, answered, closed }: Dialog): void {
  const host = document.createElement("div");
  host.setAttribute(mark, "");
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [look()];
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", title);
  const frame = document.createElement("iframe");
  frame.src = address;
  frame.title = title;
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", "Close");
  button.textContent = "✕";
  dialog.append(frame, button);
  root.append(dialog);

  const over = new AbortController();
  const giveUp = setTimeout(() => {
    say("the form did not open: its page did not load, or this page's Content Security Policy (frame-src) blocks it.");
    end();
  }, timeout);
  function end(): void {
    clearTimeout(giveUp);
    over.abort();
    // Restores the focus.
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
  // A click on the backdrop.
  dialog.onclick = ({ target }) => {
    if (target === dialog) close();
  };
  const { origin } = new URL(address);
  const hear = ({ data, source, origin: from }: MessageEvent<FrameMessage | undefined>) => {
    if (from !== origin || source !== frame.contentWindow) return;
    if (data?.offergraph === "ready") {
      clearTimeout(giveUp);
      dialog.className = data.position ?? "center";
      if (!dialog.open) dialog.showModal();
    } else if (data?.offergraph === "size") frame.style.height = `${Number(data.height)}px`;
    else if (data?.offergraph === "close") close();
    else if (data?.offergraph === "done") answered();
  };
  addEventListener("message", hear, { signal: over.signal });
  document.body.append(host);
}
