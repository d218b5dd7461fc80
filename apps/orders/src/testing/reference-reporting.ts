// Reference implementation of order series and reported amounts. Uses arrays and Intl, and shares no code with src/domain.

export interface PlainOrder {
  placedAt: string;
  currencyId: string;
  /** Amount in ten-thousandths. */
  revenue: bigint;
}

export interface PlainRate {
  day: string;
  from: string;
  to: string;
  rate: string;
}

export interface PlainPoint {
  day: string;
  count: number;
  attributedRevenue: string;
  reportedAttributedRevenue: string | null;
  reportingCurrency: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function plainDayOf(timeZone: string, time: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  formats.set(timeZone, format);
  return format.format(new Date(time));
}

/** Returns the series of all days from the first to the last order. */
export function plainSeries(orders: readonly PlainOrder[], rates: readonly PlainRate[], timeZone: string, currency: string): PlainPoint[] {
  const byRate = new Map(rates.map((rate) => [`${rate.day} ${rate.from} ${rate.to}`, rate.rate]));
  const dated = orders.map((order) => ({ ...order, day: plainDayOf(timeZone, order.placedAt) }));
  const known = dated.map(({ day }) => day).sort();
  const points: PlainPoint[] = [];
  for (let day = known[0] ?? ""; day <= (known.at(-1) ?? ""); day = nextDay(day)) {
    const ofDay = dated.filter((order) => order.day === day);
    const converted = ofDay.flatMap((order) => {
      const rate = plainRate(byRate, day, order.currencyId, currency);
      return rate ? [round(order.revenue * rate[0], rate[1])] : [];
    });
    const reported = ofDay.length > 0 && converted.length === 0 ? null : decimal(sum(converted));
    const isMixed = new Set(ofDay.map(({ currencyId }) => currencyId)).size > 1;
    const attributedRevenue = isMixed ? (reported ?? "0") : decimal(sum(ofDay.map(({ revenue }) => revenue)));
    points.push({ day, count: ofDay.length, attributedRevenue, reportedAttributedRevenue: reported, reportingCurrency: currency });
  }
  return points;
}

type Fraction = [numerator: bigint, denominator: bigint];
const digits = 10n ** 24n;

/** Finds the direct rate, else the inverse rate, else the rate through EUR. Calculated rates are rounded to 24 decimals. */
function plainRate(rates: ReadonlyMap<string, string>, day: string, from: string, to: string): Fraction | undefined {
  if (from === to) return [1n, 1n];
  const direct = (one: string, other: string): Fraction | undefined => {
    const rate = rates.get(`${day} ${one} ${other}`);
    return rate === undefined ? undefined : [BigInt(Math.round(Number(rate) * 1_000_000)), 1_000_000n];
  };
  const inverse = (one: string, other: string): Fraction | undefined => direct(other, one)?.toReversed() as Fraction | undefined;
  const own = direct(from, to);
  if (own) return own;
  const either = (one: string, other: string) => direct(one, other) ?? inverse(one, other);
  const [first, second] = [either(from, "eur"), either("eur", to)];
  const found = inverse(from, to) ?? (first && second ? ([first[0] * second[0], first[1] * second[1]] satisfies Fraction) : undefined);
  return found && [round(found[0] * digits, found[1]), digits];
}

/** Rounds a fraction half to even. */
function round(numerator: bigint, denominator: bigint): bigint {
  const doubled = 2n * numerator + denominator;
  const floor = doubled >= 0n || doubled % (2n * denominator) === 0n ? doubled / (2n * denominator) : doubled / (2n * denominator) - 1n;
  return doubled % (2n * denominator) === 0n && floor % 2n !== 0n ? floor - 1n : floor;
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const nextDay = (day: string) => new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function decimal(scaled: bigint): string {
  const text = String(scaled < 0n ? -scaled : scaled).padStart(5, "0");
  const fraction = text.slice(-4).replace(/0+$/, "");
  return `${scaled < 0n ? "-" : ""}${text.slice(0, -4)}${fraction === "" ? "" : `.${fraction}`}`;
}
