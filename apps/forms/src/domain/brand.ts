import { brandColors } from "./brand-colors.js";

export interface Logo {
  sha256: string;
  mediaType: string;
  width: number;
  height: number;
}

/** Brand of a workspace. For a field that is null, the pages use the default. */
export interface Brand {
  /** A color as # and 6 hexadecimal digits. */
  accentColor: string | null;
  font: string | null;
  /** In pixels. */
  cornerRadius: number | null;
  locale: string | null;
  supportEmail: string | null;
  logo: Logo | null;
}

export const noBrand: Brand = { accentColor: null, font: null, cornerRadius: null, locale: null, supportEmail: null, logo: null };

/**
 * Lists only fonts that devices already have, so that pages do not load fonts. Omits `SYSTEM`, because main.css uses the system font by
 * default.
 */
const fonts: Readonly<Record<string, string>> = {
  GROTESQUE: '"Helvetica Neue", Roboto, "Nimbus Sans", Arial, sans-serif',
  HUMANIST: '"Gill Sans Nova", "Gill Sans", Ubuntu, Calibri, "DejaVu Sans", sans-serif',
  ROUNDED: 'ui-rounded, "Arial Rounded MT Bold", Quicksand, Calibri, sans-serif',
  SERIF: 'Charter, Georgia, Cambria, "Noto Serif", "DejaVu Serif", serif',
  SLAB: 'Rockwell, "Roboto Slab", "Sitka Small", "DejaVu Serif", serif',
  MONOSPACE: 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace',
};

/** Maximum corner radius, in pixels, of buttons and fields. The form's card may have a larger radius. */
const maxControlRadius = 16;

/** Returns an empty string if the brand changes no variable of main.css. */
export function brandCss({ accentColor, font, cornerRadius }: Brand): string {
  const variables: string[] = [];
  const stack = font === null ? undefined : fonts[font];
  if (stack !== undefined) variables.push(`--font:${stack}`);
  if (cornerRadius !== null) {
    const control = Math.min(cornerRadius, maxControlRadius);
    variables.push(`--radius-card:${cornerRadius}px`, `--radius-button:${control}px`, `--radius:${control}px`);
  }
  if (accentColor === null) return variables.length > 0 ? `:root{${variables.join(";")}}` : "";
  const { light, dark } = brandColors(accentColor);
  const inLight = [...variables, `--accent:${light.accent}`, `--accent-strong:${light.strong}`];
  return `:root{${inLight.join(";")}}@media (prefers-color-scheme:dark){:root{--accent:${dark.accent};--accent-strong:${dark.strong}}}`;
}

/** URL path of a logo. Contains the hash of the image, so that each image has a different path. */
export const logoPath = (workspaceId: string, { sha256 }: Logo): string => `/assets/brand/${workspaceId}/${sha256.slice(0, 20)}`;
