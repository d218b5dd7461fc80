import { idIn, lasting, visiting } from "../shared/keep.js";
import { arm, quietly } from "./arm.js";
import { noteLeavingForCart } from "./cart.js";
import { showDialog } from "./dialog.js";
import { onNavigation } from "./navigation.js";
import type { Trigger } from "./trigger.js";

declare global {
  interface Window {
    offergraph?: {
      /** Opens the form now, or the one of this public key where a page has several. */
      open(publicKey?: string): void;
      /** Tells that something was added to the cart. */
      addToCart(): void;
      /** The public keys that this page has forms of. */
      keys: string[];
    };
  }
}

interface Offer {
  form: { formVariantId: string };
  triggers: Trigger[];
}

async function start(script: HTMLScriptElement, key: string): Promise<void> {
  const { origin } = new URL(script.src);
  const visitor = idIn(lasting, "visitor");
  const answer = await fetch(`${origin}/v1/collect/${key}?visitorId=${visitor}`, { credentials: "omit" });
  if (!answer.ok) return;
  const { form, triggers } = (await answer.json()) as Offer;
  const doneName = `done:${key}`;
  let leave = new AbortController();
  let isShown = false;
  let shown: HTMLElement | undefined;

  function show(): void {
    if (isShown || shown?.isConnected) return;
    isShown = true;
    leave.abort();
    const told = new URLSearchParams({ visitor, session: idIn(visiting, "session"), origin: location.origin + location.pathname });
    const click = new URLSearchParams(location.search).get("click");
    if (click) told.set("click", click);
    shown = showDialog(`${origin}/f/${key}#${told}`, { done: (formVariantId) => lasting.write(doneName, formVariantId) });
  }
  function look(isFirst: boolean): void {
    leave.abort();
    leave = new AbortController();
    isShown = false;
    // Who has answered or declined this version is not asked again.
    if (lasting.read(doneName) === form.formVariantId) return;
    arm(triggers, show, { began: isFirst ? 0 : performance.now(), isFirst, over: leave.signal });
  }
  document.addEventListener("offergraph:open", ({ detail }: CustomEventInit<string | undefined>) => {
    if (!detail || detail === key) quietly(show);
  });
  onNavigation(() => look(false));
  look(true);
}

function tell(name: "open" | "add-to-cart", detail?: string): void {
  document.dispatchEvent(new CustomEvent(`offergraph:${name}`, { detail }));
}

quietly(() => {
  const script = document.currentScript;
  const key = script instanceof HTMLScriptElement && script.dataset.key;
  if (!key) return;
  window.offergraph ??= { open: (publicKey) => tell("open", publicKey), addToCart: () => tell("add-to-cart"), keys: [] };
  if (window.offergraph.keys.includes(key)) return;
  if (window.offergraph.keys.push(key) === 1) noteLeavingForCart();
  void start(script, key).catch(() => undefined);
});
