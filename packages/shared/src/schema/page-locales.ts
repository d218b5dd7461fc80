/** Languages in which form pages have texts (apps/forms/src/domain/texts). */
export const pageLocales = ["de", "en", "es", "fr", "it", "nl", "pl", "pt"] as const;
export type PageLocale = (typeof pageLocales)[number];
