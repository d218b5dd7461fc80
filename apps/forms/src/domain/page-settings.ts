/** Settings that the server embeds in a form's page for the page's script. */
export interface PageSettings {
  publicKey: string;
  redirectUrl: string | null;
  position: string | null;
  /** True if the page asks unknown visitors for an email address. */
  asksEmail: boolean;
  /** URL path of the folder with the page's assets. */
  assets: string;
  /** Language of forms whose model has no locale. */
  locale: string;
  /** Support email address that the end page and error pages show. */
  supportEmail: string | null;
  /** Brand of the dialog that the embed script shows. */
  dialog: DialogBrand;
}

export interface PreviewSettings extends Pick<PageSettings, "assets" | "locale" | "supportEmail"> {
  /** The SurveyJS model of the draft or version. */
  model: Record<string, unknown>;
}

export interface DialogBrand {
  /** In pixels. */
  cornerRadius?: number;
  /** Hex colors such as #1a2b3c: `accent` for light mode, and `darkAccent` for dark mode. */
  accent?: string;
  darkAccent?: string;
}
