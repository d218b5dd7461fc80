import { z } from "zod";

// The workspace service sends these records in events and in replies to lookups.

const time = z.iso.datetime({ precision: 3 });

/** The public settings of a workspace. Times are in UTC with milliseconds. */
export const workspaceSettings = z.object({
  workspaceId: z.guid(),
  createdAt: time,
  updatedAt: time,
  name: z.string(),
  isTest: z.boolean(),
  timeZone: z.string(),
  reportingCurrency: z.string().nullable(),
  defaultTrustFloor: z.number().nullable(),
  responseRetentionDays: z.int().nullable(),
});

export const logoRecord = z.object({ sha256: z.string(), mediaType: z.string(), width: z.int(), height: z.int() });

/** The public record of a brand. Contains the hash, type and size of the logo, but not the image. */
export const brandRecord = z.object({
  workspaceId: z.guid(),
  updatedAt: time,
  logo: logoRecord.nullable(),
  accentColor: z.string().nullable(),
  font: z.string().nullable(),
  cornerRadius: z.int().nullable(),
  locale: z.string().nullable(),
  supportEmail: z.string().nullable(),
});
