import type { DiscountCodeBody, DiscountCodeStatus, TagColor } from "../generated/types.js";

const colors: Record<string, TagColor> = {
  welcome: "green",
  seasonal: "orange",
  newsletter: "blue",
  vip: "purple",
  partner: "pink",
  clearance: "red",
  feedback: "yellow",
  staff: "gray",
  b2b: "brown",
};

/** The start and end are numbers of days from now. */
interface Sketch {
  code: string;
  title: string;
  display?: string;
  percent?: number;
  amount?: number;
  status?: DiscountCodeStatus;
  starts?: number;
  ends?: number;
  limit?: number;
  tags?: (keyof typeof colors)[];
  aliases?: string[];
  tier?: "BASIC" | "QUICK" | "ENHANCED";
  once?: boolean;
  origin?: string;
  partner?: string;
  placed?: boolean;
}

const written: Sketch[] = [
  {
    code: "WELCOME10",
    title: "First order",
    display: "10 % off your first order",
    percent: 10,
    once: true,
    tags: ["welcome"],
    aliases: ["HELLO10", "NEW10"],
    placed: true,
  },
  {
    code: "WELCOME5EUR",
    title: "First order, fixed",
    display: "5 EUR off your first order",
    amount: 5,
    once: true,
    tags: ["welcome"],
    status: "DRAFT",
  },
  {
    code: "NEWS15",
    title: "Newsletter sign-up",
    display: "15 % for our readers",
    percent: 15,
    tags: ["newsletter"],
    aliases: ["READER15"],
    origin: "newsletter",
    placed: true,
  },
  {
    code: "NEWS-SPRING",
    title: "Newsletter, spring issue",
    percent: 12.5,
    tags: ["newsletter", "seasonal"],
    status: "EXPIRED",
    starts: -120,
    ends: -60,
    origin: "newsletter",
  },
  {
    code: "SUMMER20",
    title: "Summer sale",
    display: "20 % off everything",
    percent: 20,
    tags: ["seasonal"],
    starts: -20,
    ends: 40,
    limit: 5000,
    aliases: ["SUN20", "BEACH20"],
    placed: true,
  },
  {
    code: "SUMMER30-VIP",
    title: "Summer sale for regular customers",
    display: "30 % for you",
    percent: 30,
    tags: ["seasonal", "vip"],
    starts: -20,
    ends: 40,
    limit: 500,
  },
  { code: "AUTUMN15", title: "Autumn sale", percent: 15, tags: ["seasonal"], status: "SCHEDULED", starts: 70, ends: 120 },
  {
    code: "BLACKFRIDAY",
    title: "Black Friday",
    display: "Up to 40 % off",
    percent: 40,
    tags: ["seasonal", "clearance"],
    status: "SCHEDULED",
    starts: 150,
    ends: 154,
    limit: 10000,
    aliases: ["BF40", "BLACK-FRIDAY"],
  },
  { code: "WINTER-COAT", title: "Winter coats, last pieces", amount: 25, tags: ["clearance"], status: "EXPIRED", starts: -200, ends: -110 },
  { code: "EASTER", title: "Easter basket", amount: 7.5, tags: ["seasonal"], status: "EXPIRED", starts: -100, ends: -80 },
  {
    code: "FEEDBACK-QUICK",
    title: "Thanks for a quick answer",
    display: "5 % thank-you",
    percent: 5,
    tags: ["feedback"],
    tier: "QUICK",
    once: true,
    placed: true,
  },
  {
    code: "FEEDBACK-DEEP",
    title: "Thanks for a long answer",
    display: "15 % thank-you",
    percent: 15,
    tags: ["feedback"],
    tier: "ENHANCED",
    once: true,
    placed: true,
  },
  { code: "FEEDBACK-BASIC", title: "Thanks for a rating", percent: 2.5, tags: ["feedback"], tier: "BASIC", once: true },
  { code: "STAFF50", title: "Staff", percent: 50, tags: ["staff"], limit: 200, origin: "people team" },
  { code: "B2B-ACME", title: "Agreement with Acme", percent: 18.75, tags: ["b2b"], origin: "sales" },
  { code: "B2B-GLOBEX", title: "Agreement with Globex", percent: 21, tags: ["b2b"], origin: "sales", status: "DRAFT" },
  { code: "SORRY20", title: "Apology for a late delivery", display: "Sorry! 20 off", amount: 20, once: true, origin: "support" },
  { code: "BIRTHDAY", title: "Birthday present", display: "Happy birthday: 10 off", amount: 10, once: true, tags: ["vip"] },
  { code: "LASTCHANCE", title: "Last pieces", percent: 60, tags: ["clearance"], ends: 10, limit: 150, aliases: ["FINAL60"] },
  { code: "FREE-RETURN", title: "Free returns within 60 days", amount: 0, status: "DRAFT" },
];

const cities = ["BERLIN", "LISBON", "OSLO", "PARIS", "PRAGUE", "ROME", "VIENNA", "ZÜRICH"];
const launches: Sketch[] = cities.map((city, index) => ({
  code: `${city}-OPENING`,
  title: `Shop opening in ${city[0]}${city.slice(1).toLowerCase()}`,
  percent: 10 + index,
  tags: ["seasonal"],
  status: (["EXPIRED", "ACTIVE", "SCHEDULED", "DRAFT"] as const)[index % 4] ?? "DRAFT",
  starts: [-90, -5, 30, 60][index % 4] ?? 0,
  ends: [-30, 25, 60, 90][index % 4] ?? 90,
}));

const names = ["ANNA", "BEN", "CHLOE", "DEV", "ELIF", "FINN", "GRETA", "HUGO", "INES", "JONAS", "KIM", "LEO", "MIA", "NILS", "OLGA", "PIA"];
const creators: Sketch[] = names.map((name, index) => ({
  code: `${name}${10 + (index % 3) * 5}`,
  title: `${name[0]}${name.slice(1).toLowerCase()}'s followers`,
  display: `${10 + (index % 3) * 5} % with ${name[0]}${name.slice(1).toLowerCase()}`,
  percent: 10 + (index % 3) * 5,
  tags: ["partner"],
  aliases: index % 4 === 0 ? [`${name}-STORY`, `${name}-BIO`] : [],
  partner: index % 2 === 0 ? "wavecrew" : "nordlicht",
  status: index % 5 === 4 ? "DRAFT" : "ACTIVE",
}));

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const monthly: Sketch[] = months.map((month, index) => ({
  code: `DEAL-${month}`,
  title: `Deal of the month: ${month[0]}${month.slice(1).toLowerCase()}`,
  amount: 3 + (index % 5) * 2.25,
  tags: index % 2 === 0 ? ["newsletter"] : [],
  limit: 100 * (index + 1),
  status: index < 5 ? "EXPIRED" : index === 5 ? "ACTIVE" : "SCHEDULED",
  starts: (index - 5) * 30,
  ends: (index - 4) * 30,
}));

const vip: Sketch[] = [1, 2, 3, 4].map((level) => ({
  code: `VIP-LEVEL-${level}`,
  title: `Regulars, level ${level}`,
  percent: 5 * level,
  tags: ["vip"],
  limit: 1000 / level,
}));

/** Sixty codes of all statuses, kinds and tiers. */
export const demoCodes: readonly Sketch[] = [...written, ...launches, ...creators, ...monthly, ...vip];

export function bodyOf(sketch: Sketch, now: Date): DiscountCodeBody {
  const day = (days: number | undefined) => {
    if (days === undefined) return null;
    const time = new Date(now.getTime() + days * 86_400_000);
    time.setUTCHours(0, 0, 0, 0);
    return time.toISOString();
  };
  return {
    code: sketch.code,
    aliased_codes: (sketch.aliases ?? []).map((code) => ({ code })),
    title: sketch.title,
    display_name: sketch.display ?? null,
    value_kind: sketch.amount === undefined ? "percent" : "amount",
    value_percent: sketch.amount === undefined ? (sketch.percent ?? 0) : null,
    value_amount: sketch.amount ?? null,
    usage_limit: sketch.limit === undefined ? null : Math.round(sketch.limit),
    start_at: day(sketch.starts),
    ends_at: day(sketch.ends),
    one_time_purchase: sketch.once ?? false,
    status: sketch.status ?? "ACTIVE",
    is_public: sketch.tier !== undefined,
    ...(sketch.tier && { public_tier: sketch.tier }),
    ...(sketch.origin && { origin: sketch.origin }),
    tags: Object.fromEntries((sketch.tags ?? []).map((tag) => [tag, colors[tag]])),
  };
}
