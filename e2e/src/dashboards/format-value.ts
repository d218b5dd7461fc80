interface Scale {
  /** Smallest value that has this suffix. */
  from: number;
  suffix: string;
}

/** Units of Grafana that the dashboards use, with their scales from small to large. */
const units: Readonly<Record<string, readonly Scale[]>> = {
  none: [{ from: 1, suffix: "" }],
  reqps: [{ from: 1, suffix: " req/s" }],
  ops: [{ from: 1, suffix: " ops/s" }],
  eps: [{ from: 1, suffix: " evt/s" }],
  percentunit: [{ from: 0.01, suffix: "%" }],
  s: [
    { from: 1e-6, suffix: " µs" },
    { from: 1e-3, suffix: " ms" },
    { from: 1, suffix: " s" },
    { from: 60, suffix: " min" },
  ],
  bytes: [
    { from: 1, suffix: " B" },
    { from: 2 ** 10, suffix: " KiB" },
    { from: 2 ** 20, suffix: " MiB" },
    { from: 2 ** 30, suffix: " GiB" },
  ],
};

/** Returns the scale for a value. Throws an Error for a unit that is not supported. */
export function scaleFor(unit: string, value: number): Scale {
  const scales = units[unit];
  if (!scales) throw new Error(`The unit ${unit} is not supported.`);
  return scales.findLast(({ from }) => Math.abs(value) >= from) ?? (scales[0] as Scale);
}

/** Formats a value with its unit and at most three significant digits, for example "12.5 ms". */
export function formatValue(unit: string, value: number): string {
  const { from, suffix } = scaleFor(unit, value);
  if (value === 0) return unit === "s" || unit === "bytes" ? "0" : `0${suffix}`;
  const scaled = value / from;
  return `${Math.abs(scaled) >= 1_000 ? Math.round(scaled) : Number(scaled.toPrecision(3))}${suffix}`;
}
