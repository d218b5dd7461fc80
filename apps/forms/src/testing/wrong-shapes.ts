import { isObject } from "../domain/draft-walk.js";

const markup = [
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "<iframe src=https://evil.test></iframe>",
  "<base href=https://evil.test>",
  "<form action=https://evil.test><input></form>",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
];

/** Values that are invalid at some or all places of a model: lists, objects, numbers and texts with HTML. */
const wrongShapes: readonly unknown[] = [
  ...markup,
  ...markup.slice(0, 2).flatMap((html) => [[html], { 0: html }, { default: [html] }, { default: html }, { html }, [[html]]]),
  { type: "html", name: "evil", html: markup[0] },
  [{ type: "html", name: "evil", html: [markup[0]] }],
  "1000000",
  1e12,
  -1,
  0,
  true,
  [],
  {},
];

/** Returns a seeded generator of pseudorandom numbers from 0 to 1. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Returns a copy of a model, with wrong types at one to three random places. */
export function mutateModel(model: Record<string, unknown>, random: () => number): Record<string, unknown> {
  const copy = structuredClone(model);
  const pick = <Member>(list: readonly Member[]) => list[Math.floor(random() * list.length)] as Member;
  for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) {
    const { holder, key } = pick(placesIn(copy));
    holder[key] = structuredClone(pick(wrongShapes));
  }
  if (random() < 0.2) copy.locale = "0";
  return copy;
}

interface Place {
  holder: Record<string, unknown>;
  key: string;
}

function placesIn(value: unknown): Place[] {
  if (Array.isArray(value)) return value.flatMap((member, index) => [{ holder: value as never, key: String(index) }, ...placesIn(member)]);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [{ holder: value, key }, ...placesIn(member)]);
}
