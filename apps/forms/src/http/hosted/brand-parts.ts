import { createHash } from "node:crypto";
import { type Brand, brandCss, logoPath, noBrand } from "../../domain/brand.js";
import { escapeHtml } from "../../domain/html.js";
import { filled, type Texts } from "../../domain/texts/texts.js";

/** A brand with its style sheet and the URL of its logo. */
export interface PageBrand extends Brand {
  /** Style sheet; an empty string if the brand changes no style. */
  css: string;
  logoUrl: string | null;
}

export const pageBrandOf = (workspaceId: string, brand: Brand): PageBrand => ({
  ...brand,
  css: brandCss(brand),
  logoUrl: brand.logo && logoPath(workspaceId, brand.logo),
});

/** Brand of pages that belong to no workspace. */
export const plain: PageBrand = { ...noBrand, css: "", logoUrl: null };

/** Returns the hash that allows the style sheet in the Content Security Policy. */
export const hashOf = (css: string): string => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

export const styleElement = ({ css }: PageBrand): string => (css ? `<style>${css}</style>` : "");

/** The `alt` text is empty because the logo is decorative. The workspace's name is internal and must not appear. */
export function logoElement({ logo, logoUrl }: PageBrand): string {
  if (!logo || logoUrl === null) return "";
  return `<img id="logo" src="${escapeHtml(logoUrl)}" width="${logo.width}" height="${logo.height}" alt="">`;
}

export function contactElement({ supportEmail }: PageBrand, texts: Texts): string {
  if (supportEmail === null) return "";
  const email = escapeHtml(supportEmail);
  const link = `<a href="mailto:${email}">${email}</a>`;
  return `<p class="contact">${filled(escapeHtml(texts.contact), { email: link })}</p>`;
}
