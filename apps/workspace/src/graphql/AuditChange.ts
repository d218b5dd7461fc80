import type { AuditChangeResolvers } from "../generated/types.js";

export const AuditChange: AuditChangeResolvers = {
  before: ({ before }) => textOf(before),
  after: ({ after }) => textOf(after),
  isHidden: ({ isHidden = false }) => isHidden,
  isTruncated: ({ isTruncated = false }) => isTruncated,
};

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
