import type { FrameMessage } from "../shared/messages.js";
import { look } from "./look.js";
import { say } from "./say.js";

const patience = 20_000;
const mark = "data-offergraph-form";

interface Dialog {
  /** What the form is called. */
  title: string;
  /** The visitor has answered or declined. */
  answered(): void;
  /** The visitor has closed it. */
  closed(): void;
}

/** Whether a form is open in this page, or about to be: of several, one at a time. */
export const isShowing = (): boolean => document.querySelector(`[${mark}]`) !== null;

/**
 * Shows a form in a dialog over the page: in a frame of its own origin, so that the page's styles and policies and the form's
 * leave each other alone. It appears when the form in it has answered; where it cannot, nobody sees anything of it.
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
    say("the form did not open: its page is away, or this page's policy (frame-src) keeps it out.");
    end();
  }, patience);
  function end(): void {
    clearTimeout(giveUp);
    over.abort();
    // Gives the focus back to where it was.
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
  // Beside the form, where the page shines through.
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
