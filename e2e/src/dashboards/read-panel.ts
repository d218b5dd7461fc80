import type { Panel } from "./dashboard.js";
import { seriesName } from "./legend.js";
import { queryRange, resolveQuery, type Series } from "./prometheus.js";
import type { TimeRange } from "./record.js";

export interface NamedSeries extends Series {
  name: string;
}

export interface PanelData {
  panel: Panel;
  series: NamedSeries[];
  stepSeconds: number;
  /** Faults of the panel, for example a failed query. */
  findings: string[];
}

const maxPoints = 600;
const supported = ["timeseries", "state-timeline"];

/** Reads all queries of a panel. A failed query, a query without data and a series without a name are findings. */
export async function readPanel(url: string, panel: Panel, range: TimeRange & { scrapeSeconds: number }): Promise<PanelData> {
  const data: PanelData = { panel, series: [], stepSeconds: range.scrapeSeconds, findings: [] };
  if (panel.type === "row") return data;
  if (!supported.includes(panel.type)) data.findings.push(`has the type ${panel.type}, which cannot be drawn`);
  if ((panel.targets ?? []).length === 0) data.findings.push("has no query");
  for (const { expr, legendFormat } of panel.targets ?? []) {
    try {
      const { query, range: queried } = resolveQuery(expr, { ...range, maxPoints });
      const found = (await queryRange(url, query, queried)).filter(({ points }) => points.length > 0);
      if (found.length === 0) data.findings.push(`has no data: ${query}`);
      data.stepSeconds = queried.stepSeconds;
      data.series.push(...found.map((series) => ({ ...series, name: seriesName(legendFormat, series.labels) })));
    } catch (error) {
      data.findings.push(`${(error as Error).message}: ${expr}`);
    }
  }
  data.findings.push(...namingFaults(data.series.map(({ name }) => name)));
  return data;
}

function namingFaults(names: readonly string[]): string[] {
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...(names.includes("") ? ["has a series without a name"] : []),
    ...(repeated.length > 0 ? [`has several series with the name ${repeated[0]}`] : []),
  ];
}
