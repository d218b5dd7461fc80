import { reportRestoredKey, storedKey, storeKey, watchKey } from "../shared/key.js";

const copiedMs = 2_000;

/** Shows the copy buttons of code blocks. Each button copies the text of its block, including the visitor's key. */
function addCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => void copy(button));
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const code = button.closest("figure")?.querySelector("code");
  if (!code) return;
  const isCopied = await navigator.clipboard?.writeText(code.textContent ?? "").then(
    () => true,
    () => false,
  );
  if (!isCopied) getSelection()?.selectAllChildren(code);
  button.textContent = isCopied ? "Copied" : "Selected";
  announce(isCopied ? "Copied to the clipboard." : "The code is selected. Copy the code with your keyboard.");
  setTimeout(() => {
    button.textContent = "Copy";
  }, copiedMs);
}

function announce(text: string): void {
  const region = document.querySelector("#announcements") ?? document.body.appendChild(liveRegion());
  region.textContent = text;
}

function liveRegion(): HTMLElement {
  const region = document.createElement("p");
  region.id = "announcements";
  region.className = "unseen";
  region.setAttribute("role", "status");
  return region;
}

/** Inserts the visitor's key into all examples of the page. */
function fillKey(): void {
  const places = [...document.querySelectorAll<HTMLElement>("[data-key]")].map((place) => ({ place, before: place.textContent }));
  const fill = (key: string) => {
    for (const { place, before } of places) place.textContent = key || before;
  };
  fill(storedKey());
  watchKey(fill);
}

/** Connects the key fields with the stored key. The form of a key field never sends a request. */
function connectFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-key-field]")) {
    const form = field.closest("form");
    form?.addEventListener("submit", (event) => event.preventDefault());
    field.value = storedKey();
    field.addEventListener("input", () => storeKey(field.value));
    watchKey((key) => {
      if (field.value.trim() !== key) field.value = key;
    });
    form?.querySelector("[data-key-forget]")?.addEventListener("click", () => {
      storeKey("");
      field.focus();
    });
  }
}

reportRestoredKey();
addCopyButtons();
connectFields();
fillKey();
