/** Shows a message about the key or the connection above the editor. An empty text hides the message. */
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

/** Joins the message and the advice of the gateway's first error. */
export function messageOf(body: unknown, status: number): string {
  const [error] = (body as { errors?: ErrorEntry[] } | undefined)?.errors ?? [];
  if (!error?.message) return `The gateway responded with status ${status}.`;
  return [error.message, error.extensions?.fix].filter(Boolean).join(" ");
}

interface MutationResult {
  errors?: unknown[];
  data?: Record<string, { userErrors?: unknown[] } | null> | null;
}

const foundErrors = "The dry run found errors, which the response shows. Nothing was changed.";
const wouldSucceed =
  "This was a dry run, which changed nothing. To change data, turn off the switch Dry run below the run button, and run the mutation again.";

/** Returns a message that explains the result of a dry run. */
export function dryRunMessageOf(body: unknown): string {
  const { errors = [], data } = (body ?? {}) as MutationResult;
  const userErrors = Object.values(data ?? {}).flatMap((payload) => payload?.userErrors ?? []);
  return errors.length + userErrors.length > 0 ? foundErrors : wouldSucceed;
}
