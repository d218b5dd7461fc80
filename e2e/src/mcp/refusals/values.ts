/** Texts and lists at the edge of what is allowed, and values of no type that is asked for. */
export const letters = (count: number) => "x".repeat(count);
export const uuids = (count: number) =>
  Array.from({ length: count }, (_, index) => `01900000-0000-7000-8000-${String(index).padStart(12, "0")}`);
/** As many of an item as wanted. */
export const times = (count: number, item: object) => Array.from({ length: count }, () => item);

export const badType = "400 BAD_USER_INPUT";
export const unknownArgument = "400 GRAPHQL_VALIDATION_FAILED";
export const badArgument = "BAD_USER_INPUT";

/** What is no UUID of api.md 2.1. */
export const noUuids = [
  "",
  "WELCOME10",
  "01900000-0000-9000-8000-000000000000",
  "01900000-0000-0000-8000-000000000000",
  "01900000-0000-7000-c000-000000000000",
  "0190000000007000800000000000000",
  "{01900000-0000-7000-8000-000000000000}",
];
