import type { FrameMessage } from "../shared/messages.js";
import { look } from "./look.js";

const patience = 20_000;

/**
 * Shows a form in a dialog over the page: in a frame of its own origin, so that the page's styles and policies and the form's
 * leave each other alone. It appears when the form in it has answered; where it cannot, nobody sees anything of it.
 * Gives the element that is in the page as long as the dialog is.
 */
export function showDialog(address: string, { done }: { done(formVariantId: string): void }): HTMLElement {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [look()];
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", "Form");
  const frame = document.createElement("iframe");
  frame.src = address;
  frame.title = "Form";
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", "Close");
  button.textContent = "✕";
  dialog.append(frame, button);
  root.append(dialog);

  const over = new AbortController();
  const giveUp = setTimeout(() => end(), patience);
  function end(): void {
    clearTimeout(giveUp);
    over.abort();
    if (dialog.open) dialog.close();
    host.remove();
  }
  button.onclick = end;
  dialog.onclose = end;
  const { origin } = new URL(address);
  const hear = ({ data, source, origin: from }: MessageEvent<FrameMessage | undefined>) => {
    if (from !== origin || source !== frame.contentWindow) return;
    if (data?.offergraph === "ready") {
      clearTimeout(giveUp);
      dialog.className = data.position ?? "center";
      if (!dialog.open) dialog.showModal();
    } else if (data?.offergraph === "size") frame.style.height = `${Number(data.height)}px`;
    else if (data?.offergraph === "close") end();
    else if (data?.offergraph === "done" && data.formVariantId) done(data.formVariantId);
  };
  addEventListener("message", hear, { signal: over.signal });
  document.body.append(host);
  return host;
}
