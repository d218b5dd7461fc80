/** What a column of a file means. */
export type Meaning = "title" | "code" | "value" | "valueType" | "status" | "usageLimit" | "usageCount" | "start" | "end";

/** Where each meaning stands in a row, and what the file calls it. */
export type Layout = ReadonlyMap<Meaning, { position: number; heading: string }>;

// As store platforms head their exports; compared without case, spaces and signs.
const synonyms: Record<Meaning, readonly string[]> = {
  title: ["name", "title", "discountname"],
  code: ["code", "discountcode", "couponcode", "coupon"],
  value: ["value", "discountvalue"],
  valueType: ["valuetype", "discountvaluetype", "discounttype"],
  status: ["status", "state"],
  usageLimit: ["usagelimit", "limit", "maxuses", "maximumuses"],
  usageCount: ["timesused", "usagecount", "usedcount", "used", "uses"],
  start: ["start", "starts", "startsat", "startat", "startdate", "validfrom"],
  end: ["end", "ends", "endsat", "endat", "enddate", "expires", "expiresat", "expirydate", "validuntil"],
};
const required: readonly Meaning[] = ["code", "value"];
const meaningOf = new Map(Object.entries(synonyms).flatMap(([meaning, names]) => names.map((name) => [name, meaning as Meaning] as const)));

/**
 * Finds the columns by the headings of a file. Throws an Error in plain words when Code or Value is missing, two columns mean one thing, or it is not UTF-8.
 * `ignored`: headings that mean nothing here.
 */
export function readHeadings(headings: readonly string[]): { layout: Layout; ignored: string[] } {
  if (headings.some((text) => /[\0\uFFFD]/.test(text))) throw new Error("The first line is not UTF-8. Save the file as UTF-8.");
  const layout = new Map<Meaning, { position: number; heading: string }>();
  const ignored: string[] = [];
  headings.forEach((text, position) => {
    const heading = text.trim();
    const meaning = meaningOf.get(heading.toLowerCase().replace(/[^a-z0-9]/g, ""));
    if (!meaning) {
      if (heading !== "") ignored.push(heading);
      return;
    }
    const earlier = layout.get(meaning);
    if (earlier) throw new Error(`The columns "${earlier.heading}" and "${heading}" mean the same. Leave one out.`);
    layout.set(meaning, { position, heading });
  });
  const missing = required.filter((meaning) => !layout.has(meaning));
  if (missing.length > 0) {
    const found = headings.map((heading) => heading.trim()).join(", ");
    throw new Error(
      `The first line has to name the columns, in UTF-8, with commas, semicolons or tabs between. There is no column ${missing.join(" and none ")} among: ${found.slice(0, 500)}.`,
    );
  }
  return { layout, ignored };
}
