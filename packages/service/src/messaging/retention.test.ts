import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { deadLetterDays, erasureRecordDays, streamDays } from "./retention.js";

const docs = new URL("../../../../docs/", import.meta.url);

it.each([
  ["customers.md", "events in JetStream", streamDays],
  ["customers.md", "dead letters", deadLetterDays],
  ["attribution.md", "erased_customers", erasureRecordDays],
  ["forms-insights.md", "dead letters after", deadLetterDays],
])("docs/%s names the retention of %s: %s days", (file, subject, days) => {
  const text = readFileSync(new URL(file, docs), "utf8").replace(/\s+/g, " ");
  expect(text).toMatch(new RegExp(`${subject}[^.]*\\b${days} days`));
});
