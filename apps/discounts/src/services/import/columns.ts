export type Meaning = "title" | "code" | "value" | "valueType" | "status" | "usageLimit" | "usageCount" | "start" | "end";

export type Layout = ReadonlyMap<Meaning, { position: number; heading: string }>;

// Known column headings of store platforms, in lower case, without spaces and punctuation.
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

/** Finds the columns by their headings. `ignored` contains the unknown headings. Throws an Error if the headings are invalid. */
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
    if (earlier) throw new Error(`The columns "${earlier.heading}" and "${heading}" have the same meaning. Remove one of the columns.`);
    layout.set(meaning, { position, heading });
  });
  const missing = required.filter((meaning) => !layout.has(meaning));
  if (missing.length > 0) {
    const found = headings.map((heading) => heading.trim()).join(", ");
    throw new Error(
      `The first line must contain the names of the columns in UTF-8, separated by commas, semicolons or tabs. Missing columns: ${missing.join(", ")}. Columns found: ${found.slice(0, 500)}.`,
    );
  }
  return { layout, ignored };
}
