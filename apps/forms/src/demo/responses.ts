import type { PlacementSketch } from "./forms.js";
import { robotWords, type Voice, voices } from "./voices.js";

const first = "Mara Jonas Aylin Peter Sofia Noah Helena Luis Freja Tom Irina Oskar Nadia Paul Emma".split(" ");
const last = "Lindqvist Okafor Brandt Costa Novak Hughes Yilmaz Moreau Petersen".split(" ");

interface Person {
  ref: string;
  name: string;
  email: string;
}

function person(number: number): Person {
  const [one = "", two = ""] = [first[number % first.length], last[(number * 4) % last.length]];
  return { ref: `customer-${1000 + number}`, name: `${one} ${two}`, email: `${one}.${two}@example.com`.toLowerCase() };
}

const throwaway: Person = { ref: "customer-2000", name: "Test Test", email: "test4711@mailinator.com" };

export interface ResponseSketch {
  number: number;
  minutesAgo: number;
  seconds: number;
  channel: PlacementSketch["channel"];
  byShortLink: boolean;
  visitorId: string;
  address: string;
  userAgent: string;
  customer?: Person;
  discountCode?: string;
  partner?: string;
  trap?: string;
  voice: Voice;
  outcome?: "COMPLETE" | "SKIPPED";
}

export const demoResponses = 96;
const days = 30;
const browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
const robot = "Mozilla/5.0 (compatible; SurveyCrawler/2.1; +https://crawler.example/bot)";
const channels = ["Website", "Hosted page", "Website", "Store checkout", "Email", "Hosted page", "Website"] as const;
/** Discount codes from the demo data of the discounts service. */
const codes = ["WELCOME10", "SUMMER20", "ANNA10", "NEWS15", "CHLOE20", "SORRY20", "BEN15"];
const partners = ["@wavecrew", "@nordlicht"];

function drawn(number: number, salt: number): number {
  const wave = Math.abs(Math.sin(number * 12.9898 + salt * 78.233) * 43_758.5453);
  return wave - Math.floor(wave);
}

const one = <Item>(list: readonly Item[], draw: number): Item => list[Math.floor(draw * list.length)] as Item;

/**
 * Returns the demo response with this number. Responses with higher numbers are later. Most responses are completed, some are declined or
 * abandoned, and a few are suspicious.
 */
export function responseSketch(number: number): ResponseSketch {
  const draw = (salt: number) => drawn(number, salt);
  const channel = one(channels, draw(1));
  const mood = draw(2);
  return {
    number,
    minutesAgo: Math.ceil(((demoResponses - number - draw(3)) / demoResponses) * days * 1_440) + 5,
    seconds: 15 + Math.round(draw(4) * 90),
    channel,
    byShortLink: channel === "Hosted page" && draw(5) < 0.6,
    visitorId: `visitor-${number}`,
    address: `198.51.100.${number + 1}`,
    userAgent: browser,
    ...(draw(6) < 0.6 && { customer: person(Math.floor(draw(7) * 60)) }),
    ...(draw(8) < 0.35 && { discountCode: one(codes, draw(9)) }),
    ...(draw(8) > 0.9 && { partner: one(partners, draw(10)) }),
    voice: voices[number % voices.length] as Voice,
    ...(mood < 0.8 ? { outcome: "COMPLETE" as const } : mood < 0.9 ? { outcome: "SKIPPED" as const } : {}),
    ...suspicious(number),
  };
}

/**
 * For every twelfth response, returns properties that make the response suspicious: a bot, speeding, a repeated visitor or a disposable
 * email address.
 */
function suspicious(number: number): Partial<ResponseSketch> {
  if (number % 12 !== 7) return {};
  const outcome = "COMPLETE" as const;
  const kinds: Partial<ResponseSketch>[] = [
    { outcome, userAgent: robot, seconds: 1, trap: "Fine Watches Ltd", voice: { stars: 5, reason: "price", why: robotWords } },
    { outcome, seconds: 1 },
    { outcome, visitorId: "visitor-2", address: "198.51.100.3" },
    { outcome, customer: throwaway },
  ];
  return kinds[((number - 7) / 12) % kinds.length] ?? {};
}
