const locale = "en";
const dayTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const whole = new Intl.NumberFormat(locale);
const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });

/** Formats a time in the visitor's time zone. */
export function timeText(time: string): string {
  return dayTime.format(new Date(time));
}

export function countText(count: number): string {
  return whole.format(count);
}

/** Formats a number with at most one decimal place. */
export function decimalText(number: number): string {
  return decimal.format(number);
}

/** Formats a share from 0 to 1 as a percentage. */
export function shareText(part: number): string {
  return share.format(part);
}

/** Formats an exact decimal amount with its currency. Never converts the decimal to a floating-point number. */
export function moneyText(amount: string, currency: string): string {
  const code = currency.toUpperCase();
  try {
    // Intl formats a decimal text exactly. Browsers from before 2023 round a decimal text to 17 digits.
    return new Intl.NumberFormat(locale, { style: "currency", currency: code, maximumFractionDigits: 20 }).format(amount as `${number}`);
  } catch {
    return `${amount} ${code}`;
  }
}

/** Formats an amount that is given in the currency's smallest unit, for example 500 eur as €5.00. */
export function minorText(amountMinor: string, currency: string): string {
  return moneyText(majorOf(amountMinor, digitsOf(currency)), currency);
}

/** Moves the decimal point of an integer to the left by `digits` places. */
export function majorOf(amountMinor: string, digits: number): string {
  const sign = amountMinor.startsWith("-") ? "-" : "";
  const figures = amountMinor.replace("-", "").padStart(digits + 1, "0");
  return digits === 0 ? sign + figures : `${sign}${figures.slice(0, -digits)}.${figures.slice(-digits)}`;
}

function digitsOf(currency: string): number {
  try {
    return new Intl.NumberFormat(locale, { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Formats an enum value or a key as words, for example "Not pushed" for NOT_PUSHED. */
export function words(name: string): string {
  const text = name.replaceAll(/[_-]+/g, " ").toLowerCase();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Formats a number with the singular or plural of a noun, for example "1 order" or "2 orders". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** Formats a day from the API, for example "Nov 23" for 2026-11-23. */
export function dayText(day: string): string {
  return new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
