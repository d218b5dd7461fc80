import type { Parts } from "./report.js";

/** Maximum ratios to the smallest workspace, for workspaces with at most `maxCodes` codes. */
const limits = [
  { maxCodes: 1_000_000, ratio: 1.3 },
  { maxCodes: 10_000_000, ratio: 1.6 },
];
const maxOfSmall = 1.3;
/** Maximum number of pages that a statement may read. A statement reads one page per index level, so the row count hardly matters. */
const maxPages = 120;

/** Returns a sentence for each ratio above its limit. NaN counts as a ratio above the limit. */
export function findExcesses({ statements = [], growth = [], small = [] }: Parts): string[] {
  const excesses: string[] = [];
  const check = (text: string, ratio: number, limit: number) => {
    if (!(ratio <= limit)) excesses.push(`${text}: ${ratio} × (limit: ${limit})`);
  };
  for (const { statement, codes, pages } of statements)
    if (!(pages <= maxPages)) excesses.push(`${statement}, ${codes} codes: ${pages} pages (limit: ${maxPages})`);
  for (const { operation, codes, ratios } of growth) {
    const limit = limits.find(({ maxCodes }) => codes <= maxCodes)?.ratio ?? Number.NaN;
    check(`${operation}, ${codes} codes, p50`, ratios.p50, limit);
    check(`${operation}, ${codes} codes, CPU time`, ratios.cpu, limit);
  }
  for (const { codes, isBusy, ratios } of small)
    check(`small workspaces next to ${codes} codes${isBusy ? ", busy" : ""}, p95`, ratios.p95, maxOfSmall);
  return excesses;
}
