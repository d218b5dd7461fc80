import { copyText } from "../shared/copy.js";

const minWaitMs = 2000;
const maxWaitMs = 30_000;

function armButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button.copy[hidden]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const code = button.previousElementSibling;
      if (!(code instanceof HTMLElement)) return;
      const said = (await copyText(code)) ? button.dataset.copied : button.dataset.selected;
      button.removeAttribute("aria-label");
      button.textContent = said ?? "";
    });
  }
}

/** Loads the page again and replaces the section's contents if they have changed. Returns true while a grant may still be issued. */
async function reload(): Promise<boolean> {
  const answer = await fetch(location.href, { cache: "no-store", credentials: "omit" });
  if (!answer.ok && answer.status !== 404) return true;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("end");
  const shown = document.getElementById("end");
  if (!fresh || !shown) return false;
  // Replaces only the contents of the element, so that screen readers announce the changes.
  if (fresh.innerHTML !== shown.dataset.source) {
    shown.innerHTML = fresh.innerHTML;
    shown.dataset.source = fresh.innerHTML;
    armButtons();
  }
  return fresh.hasAttribute("data-open");
}

async function follow(): Promise<void> {
  const shown = document.getElementById("end");
  if (!shown) return;
  shown.dataset.source = shown.innerHTML;
  armButtons();
  let isOpen = shown.hasAttribute("data-open");
  for (let wait = minWaitMs; isOpen; wait = Math.min(wait * 1.5, maxWaitMs)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    // Tries again after a network error.
    if (document.visibilityState === "visible") isOpen = await reload().catch(() => true);
  }
}

void follow();
