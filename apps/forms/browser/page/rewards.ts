import { filled } from "../../src/domain/texts/texts.js";
import { copyText } from "../shared/copy.js";
import type { Grant } from "./collect.js";
import { locale, texts } from "./language.js";
import { element } from "./view.js";

/** Returns undefined for ISSUED and for states that the page hides. */
function wordsOf(state: string): string | undefined {
  const { pending, held, issuing, capped, redeemed, expired } = texts();
  const words = { PENDING: pending, HELD: held, ISSUING: issuing, CAPPED: capped, REDEEMED: redeemed, EXPIRED: expired };
  return (words as Record<string, string>)[state];
}

export const isShown = ({ state }: Grant): boolean => state === "ISSUED" || wordsOf(state) !== undefined;
export const isIssuing = ({ state }: Grant): boolean => state === "ISSUING";
export const isPending = ({ state }: Grant): boolean => state === "PENDING";
/** Returns true if the visitor may still get the grant. */
export const isOpen = ({ state }: Grant): boolean => ["PENDING", "HELD", "ISSUING"].includes(state);
/** Returns true if the visitor has the reward or may still get it. */
export const isGood = (grant: Grant): boolean => grant.state === "ISSUED" || isOpen(grant);

export function rewardList(): HTMLElement {
  const list = element("ul", "", "rewards");
  list.setAttribute("aria-label", texts().yourReward);
  list.setAttribute("aria-live", "polite");
  return list;
}

/** Renders the grants. Keeps the elements of unchanged items, so that the focus stays and screen readers read only new items. */
export function showRewards(list: HTMLElement, grants: readonly Grant[]): void {
  const there = [...list.children] as HTMLElement[];
  grants.forEach((grant, index) => {
    const key = JSON.stringify(grant);
    const old = there[index];
    if (old?.dataset.grant === key) return;
    const item = reward(grant);
    item.dataset.grant = key;
    if (old) old.replaceWith(item);
    else list.append(item);
  });
  for (const extra of there.slice(grants.length)) extra.remove();
}

function reward({ state, code, label, startsAt, expiresAt }: Grant): HTMLElement {
  const item = element("li", "");
  const words = wordsOf(state);
  // Omits the label of a CAPPED grant, because the visitor does not get the reward.
  if (state !== "CAPPED" && (label || !words)) item.append(element("strong", label || texts().yourReward));
  if (words) item.append(element("span", words, "quiet"));
  if (code) item.append(...copyable(code));
  if (startsAt) item.append(dated(texts().validFrom, startsAt));
  if (expiresAt) item.append(dated(texts().validUntil, expiresAt));
  return item;
}

function dated(text: string, instant: string): HTMLElement {
  const line = element("span", "", "quiet");
  const [before = "", after = ""] = text.split("{date}");
  const time = element("time", new Date(instant).toLocaleDateString(locale(), { dateStyle: "long" }));
  time.dateTime = instant;
  line.append(before, time, after);
  return line;
}

/** Creates an element with a code and a copy button. */
function copyable(code: string): HTMLElement[] {
  const { copy, copyCode, copied, selected } = texts();
  const shown = element("code", code);
  const button = element("button", copy, "copy");
  button.type = "button";
  button.setAttribute("aria-label", filled(copyCode, { code }));
  button.addEventListener("click", async () => {
    const said = (await copyText(shown)) ? copied : selected;
    button.removeAttribute("aria-label");
    button.textContent = said;
  });
  return [shown, button];
}
