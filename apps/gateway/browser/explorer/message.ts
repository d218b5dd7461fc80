/** Shows a message about the key or the connection above the editor. Without a text, hides the message. */
export function showMessage(text: string, kind: "bad" | "warn" = "bad"): void {
  const place = document.querySelector<HTMLElement>("#explorer-message");
  if (!place || place.textContent === text) return;
  place.className = `callout ${kind}`;
  place.textContent = text;
  place.dataset.empty = String(text === "");
}

interface ErrorEntry {
  message?: string;
  extensions?: { code?: string; fix?: string };
}

/** Joins the message and the advice of the first error in a response of the gateway. */
export function messageOf(body: unknown, status: number): string {
  const [error] = (body as { errors?: ErrorEntry[] } | undefined)?.errors ?? [];
  if (!error?.message) return `The gateway responded with status ${status}.`;
  return [error.message, error.extensions?.fix].filter(Boolean).join(" ");
}
