import type { Violations } from "@offergraph/shared/errors/user-error";
import { currencyOf } from "@offergraph/shared/schema/currencies";
import { timeZoneOf } from "@offergraph/shared/time/time-zone";

export interface Settings {
  name: string;
  timeZone: string;
  reportingCurrency: string | null;
  defaultTrustFloor: number | null;
  responseRetentionDays: number | null;
}

/** The settings in a caller's input. Null removes a setting. */
type Given = { readonly [Name in keyof Settings]?: Settings[Name] | null | undefined };

/** Returns the given settings in their stored form. Adds an error for each violation that the schema's constraints do not detect. */
export function readSettingsInput(given: Given, errors: Violations): Partial<Settings> {
  const settings: Partial<Settings> = {};
  if (typeof given.name === "string") settings.name = given.name.trim();
  if (typeof given.timeZone === "string") {
    const zone = timeZoneOf(given.timeZone);
    if (zone === undefined) errors.add(["input", "timeZone"], "INVALID", 'timeZone must be an IANA time zone, e.g. "Europe/Berlin".');
    else settings.timeZone = zone;
  }
  if (given.reportingCurrency !== undefined) {
    const currency = given.reportingCurrency === null ? null : currencyOf(given.reportingCurrency);
    if (currency === undefined)
      errors.add(["input", "reportingCurrency"], "INVALID", 'reportingCurrency must be an ISO 4217 code, e.g. "eur".');
    else settings.reportingCurrency = currency;
  }
  if (given.defaultTrustFloor !== undefined) settings.defaultTrustFloor = given.defaultTrustFloor;
  if (given.responseRetentionDays !== undefined) settings.responseRetentionDays = given.responseRetentionDays;
  return settings;
}
