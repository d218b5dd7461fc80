import { createHash } from "node:crypto";
import { type Brand, brandCss, logoPath, noBrand } from "../../domain/brand.js";
import { escapeHtml } from "../../domain/html.js";
import { filled, type Texts } from "../../domain/texts/texts.js";

/** A brand as the pages show it. */
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

/** Source expression of the style sheet for the Content Security Policy. */
export const hashOf = (css: string): string => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

export const styleElement = ({ css }: PageBrand): string => (css ? `<style>${css}</style>` : "");

/** The logo is decorative: the page does not depend on it, and the workspace's name is internal. */
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
