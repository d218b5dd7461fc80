export const letters = (count: number) => "x".repeat(count);
export const uuids = (count: number) =>
  Array.from({ length: count }, (_, index) => `01900000-0000-7000-8000-${String(index).padStart(12, "0")}`);
export const repeatItem = (count: number, item: object) => Array.from({ length: count }, () => item);

export const badType = "BAD_USER_INPUT";
export const unknownArgument = "GRAPHQL_VALIDATION_FAILED";
export const badArgument = "BAD_USER_INPUT";

export const invalidUuids = [
  "",
  "WELCOME10",
  "01900000-0000-9000-8000-000000000000",
  "01900000-0000-0000-8000-000000000000",
  "01900000-0000-7000-c000-000000000000",
  "0190000000007000800000000000000",
  "{01900000-0000-7000-8000-000000000000}",
];
