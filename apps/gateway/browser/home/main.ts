import { type Readiness, type StateLine, stateLines } from "./state.js";

const everyMs = 10_000;

/** Shows the readiness checks, and refreshes them while the page is visible. */
function watchState(target: HTMLElement): void {
  const refresh = async () => {
    if (document.visibilityState === "visible") show(target, await read(target.dataset.state ?? "").catch(() => undefined));
  };
  void refresh();
  setInterval(refresh, everyMs);
  document.addEventListener("visibilitychange", refresh);
}

async function read(url: string): Promise<Readiness> {
  const response = await fetch(url, { cache: "no-store" });
  return (await response.json()) as Readiness;
}

function show(target: HTMLElement, found: Readiness | undefined): void {
  const lines = stateLines(found);
  const isReady = lines.every(({ passes }) => passes);
  const text = [isReady, ...lines.map((line) => line.text)].join(" ");
  // Skips the update if the text is unchanged, because a screen reader announces each update.
  if (target.getAttribute("data-shown") === text) return;
  target.setAttribute("data-shown", text);
  const summary = element("strong", { passes: isReady, text: isReady ? "Ready" : "Not ready" });
  summary.className = `badge ${isReady ? "good" : "bad"}`;
  const list = document.createElement("ul");
  list.replaceChildren(...lines.map((line) => element("li", line)));
  target.replaceChildren(summary, list);
}

function element(tag: string, { passes, text }: StateLine): HTMLElement {
  const made = document.createElement(tag);
  const mark = document.createElement("span");
  mark.setAttribute("aria-hidden", "true");
  mark.textContent = passes ? "✓ " : "✕ ";
  made.append(mark, text);
  return made;
}

const target = document.querySelector<HTMLElement>("[data-state]");
if (target) watchState(target);
