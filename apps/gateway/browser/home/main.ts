const everyMs = 10_000;

interface Readiness {
  status: string;
  checks: Record<string, boolean>;
}

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
  const checks = Object.entries(found?.checks ?? { "connection to the gateway": false });
  const isReady = checks.every(([, passes]) => passes);
  const parts = checks.map(([name, passes]) => badge(passes, name));
  const text = `${isReady ? "Ready" : "Not ready"}: ${checks.map(([name, passes]) => `${name} ${passes ? "passes" : "fails"}`).join(", ")}`;
  // An unchanged state is not written again, because a screen reader would read it every time.
  if (target.getAttribute("data-shown") === text) return;
  target.setAttribute("data-shown", text);
  target.replaceChildren(badge(isReady, isReady ? "Ready" : "Not ready", "strong"), ...parts);
}

function badge(passes: boolean, name: string, tag = "span"): HTMLElement {
  const element = document.createElement(tag);
  element.className = `badge ${passes ? "good" : "bad"}`;
  element.textContent = name;
  const mark = document.createElement("span");
  mark.setAttribute("aria-hidden", "true");
  mark.textContent = passes ? "✓ " : "✕ ";
  element.prepend(mark);
  if (tag === "span") element.append(unseen(passes ? " passes" : " fails"));
  return element;
}

function unseen(text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "unseen";
  element.textContent = text;
  return element;
}

const target = document.querySelector<HTMLElement>("[data-state]");
if (target) watchState(target);
