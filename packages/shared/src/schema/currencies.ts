// ISO 4217 codes of current currencies and funds, and of currencies withdrawn since 2010. Excludes precious metals, test codes and "no
// currency".
const codes = `
  aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob bov brl bsd btn bwp byn byr bzd cad cdf che chf chw clf
  clp cny cop cou crc cuc cup cve czk djf dkk dop dzd eek egp ern etb eur fjd fkp gbp gel ghs gip gmd gnf gtq gyd hkd hnl hrk htg huf
  idr ils inr iqd irr isk jmd jod jpy kes kgs khr kmf kpw krw kwd kyd kzt lak lbp lkr lrd lsl ltl lvl lyd mad mdl mga mkd mmk mnt mop
  mro mru mur mvr mwk mxn mxv myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sdg sek
  sgd shp sle sll sos srd ssp std stn svc syp szl thb tjs tmt tnd top try ttd twd tzs uah ugx usd usn uyi uyu uyw uzs ved vef ves vnd
  vuv wst xaf xcd xcg xdr xof xpf xsu xua yer zar zmk zmw zwg zwl`;

const known = new Set(codes.trim().split(/\s+/));

export function normalCurrency(code: string): string {
  return code.toLowerCase();
}

/** Returns a currency code in lower case; undefined if the list does not contain the code. */
export function currencyOf(code: string): string | undefined {
  const lower = code.length === 3 ? normalCurrency(code) : "";
  return known.has(lower) ? lower : undefined;
}

const withoutMinorUnit = new Set("bif byr clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf".split(" "));
const withThreeDigits = new Set("bhd iqd jod kwd lyd omr tnd".split(" "));
const withFourDigits = new Set("clf uyw".split(" "));

/**
 * Returns the number of decimal places of a currency in lower case (ISO 4217). Does not use Intl, because the decimal places of CLDR differ
 * from ISO 4217.
 */
export function minorDigitsOf(currency: string): number {
  if (withoutMinorUnit.has(currency)) return 0;
  if (withThreeDigits.has(currency)) return 3;
  return withFourDigits.has(currency) ? 4 : 2;
}
