import type { Violations } from "@offergraph/shared/errors/user-error";
import { isEmail } from "@offergraph/shared/schema/email";
import { pageLocales } from "@offergraph/shared/schema/page-locales";
import type { UpdateBrandInput } from "../generated/types.js";
import { type Logo, readLogo } from "./logo.js";

export interface BrandSettings {
  accentColor: string | null;
  font: NonNullable<UpdateBrandInput["font"]> | null;
  cornerRadius: number | null;
  locale: string | null;
  supportEmail: string | null;
}

export interface BrandChange extends Partial<BrandSettings> {
  logo?: Logo | null;
}

/** Returns the given fields in their stored form. Adds an error for each violation that the schema's constraints do not detect. */
export function readBrandInput({ logo, accentColor, locale, supportEmail, ...others }: UpdateBrandInput, errors: Violations): BrandChange {
  const change: BrandChange = {};
  if (others.font !== undefined) change.font = others.font;
  if (others.cornerRadius !== undefined) change.cornerRadius = others.cornerRadius;
  if (accentColor !== undefined) change.accentColor = accentColor === null ? null : readColor(accentColor, errors);
  if (locale !== undefined) change.locale = locale === null ? null : readLocale(locale, errors);
  if (supportEmail !== undefined) {
    change.supportEmail = supportEmail;
    if (supportEmail !== null && !isEmail(supportEmail))
      errors.add(["input", "supportEmail"], "INVALID", 'supportEmail must be an email address, e.g. "help@shop.example".');
  }
  if (logo === null) change.logo = null;
  else if (logo !== undefined && !errors.has(["input", "logo"])) change.logo = readLogo(logo, errors) ?? null;
  return change;
}

function readColor(text: string, errors: Violations): string {
  if (!/^#[0-9a-f]{6}$/i.test(text))
    errors.add(["input", "accentColor"], "INVALID", 'accentColor must be # followed by 6 hexadecimal digits, e.g. "#3a5bd9".');
  return text.toLowerCase();
}

function readLocale(text: string, errors: Violations): string {
  const locale = text.toLowerCase();
  if (!(pageLocales as readonly string[]).includes(locale))
    errors.add(["input", "locale"], "INVALID", `\`locale\` must be one of the languages of hosted pages: ${pageLocales.join(", ")}.`);
  return locale;
}
