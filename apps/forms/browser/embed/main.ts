import { idIn, lasting, visiting } from "../shared/storage.js";
import { attachTriggers, type View } from "./attach-triggers.js";
import { notifyAdded, watchCart } from "./cart.js";
import { clickOfVisit } from "./click.js";
import { debug, quietly, warn } from "./console.js";
import { isShowing, showDialog } from "./dialog.js";
import { frequencyCap } from "./frequency-cap.js";
import { onNavigation, ready } from "./navigation.js";
import { askOffer, titleOf } from "./offer.js";
import { type Turn, takeTurn } from "./turn.js";

declare global {
  interface Window {
    offergraph?: {
      /** Opens the form without a trigger. `publicKey` selects the form if the page has several forms. */
      open(publicKey?: string): void;
      addToCart(): void;
      keys: string[];
      turn: Turn;
    };
  }
}

async function start(script: HTMLScriptElement, key: string, turn: Turn): Promise<void> {
  const began = await ready();
  const { origin } = new URL(script.src);
  const visitor = idIn(lasting, "visitor");
  const click = clickOfVisit();
  turn.asking += 1;
  const offer = await askOffer(origin, key, visitor).finally(() => {
    turn.asking -= 1;
  });
  const isReady = () => document.dispatchEvent(new CustomEvent("offergraph:ready", { detail: key }));
  if (offer === null) isReady();
  if (!offer) return;
  const { form, triggers } = offer;
  const { mayAsk, noteAnswered, noteClosed } = frequencyCap(key, form.formSlug, form.returningEnabled);
  const byUrl = triggers.filter(({ type }) => type === "PAGE_URL");
  let viewEnd = new AbortController();
  let view: View;

  function show(): void {
    if (isShowing()) return;
    viewEnd.abort();
    const details = new URLSearchParams({ visitor, session: idIn(visiting, "session"), origin: location.origin + location.pathname });
    const { customer, customerSignature } = script.dataset;
    const optional = { click: click?.id, kind: click?.kind, customer, signature: customer && customerSignature };
    for (const [name, value] of Object.entries(optional)) if (value) details.set(name, value);
    showDialog(`${origin}/f/${key}?embedded#${details}`, { title: titleOf(form.model), answered: noteAnswered, closed: noteClosed });
  }
  function fire(): void {
    if (!mayAsk()) return;
    if (window.offergraph?.keys.length === 1) show();
    else takeTurn(turn, { priority: form.priority, show });
  }
  function begin(isFirst: boolean): void {
    viewEnd.abort();
    viewEnd = new AbortController();
    view = { began: isFirst ? began : performance.now(), isFirst, over: viewEnd.signal };
    attachTriggers(triggers, fire, view);
  }
  document.addEventListener("offergraph:open", ({ detail }: CustomEventInit<string | undefined>) => {
    if (!detail || detail === key) quietly(show);
  });
  if (triggers.some(({ type }) => type === "ADD_TO_CART")) watchCart();
  onNavigation((isOtherPage) => {
    if (isOtherPage) begin(false);
    else attachTriggers(byUrl, fire, view);
  });
  begin(true);
  isReady();
}

/**
 * Finds the element that loaded this script. Modules and tag managers have no `currentScript`, so the search uses the attributes of script
 * elements.
 */
function ownScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) return currentScript;
  return document.querySelector<HTMLScriptElement>('script[data-key][src*="/embed.js"]');
}

quietly(() => {
  const script = ownScript();
  const key = script?.dataset.key;
  if (!script || !key) return warn("the script element has no data-key attribute. Use the snippet that get_form_install returns.");
  window.offergraph ??= {
    open: (publicKey) => void document.dispatchEvent(new CustomEvent("offergraph:open", { detail: publicKey })),
    addToCart: notifyAdded,
    keys: [],
    turn: { asking: 0, wishes: [] },
  };
  const { keys, turn } = window.offergraph;
  if (!Array.isArray(keys)) return warn("no form is shown because another script already uses window.offergraph.");
  if (keys.includes(key)) return;
  keys.push(key);
  start(script, key, turn).catch(debug);
});
