import { escapeHtml, figure } from "../format.js";
import { mainStage, type OperationResult, type Result } from "../result.js";
import { renderPlots } from "./plots.js";
import { styles } from "./styles.js";

/** Returns the report as one HTML file without scripts and without remote assets. */
export function renderReport(result: Result): string {
  const title = `Load test: ${result.workload}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${styles}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p class="soft">${escapeHtml(result.url)}, ${escapeHtml(result.startedAt)}</p>
${renderKeyFigures(result)}
${renderVerdicts(result)}
${result.notes.map((note) => `<p><strong>Note.</strong> ${escapeHtml(note)}</p>`).join("\n")}
<h2>Plots</h2><div class="plots">${renderPlots(result)}</div>
<h2>${result.stages.length > 1 ? "Steps" : "Operations"}</h2><div class="scroll" tabindex="0" role="region" aria-label="Results">${renderTable(result)}</div>
<p>Latency is the time from the intended send time of a request to the end of its response. If the server stalls, requests that wait
for their turn therefore count with their whole waiting time. The uncorrected p99 counts from the time at which a connection
starts to send the request. Latencies include successful requests and timeouts, but not other errors and not 429.</p>
<h2>Run</h2>${renderRun(result)}</main></body></html>
`;
}

function renderKeyFigures(result: Result): string {
  const { stages, highestRate } = result;
  const main = mainStage(result);
  if (!main) return "";
  const { latencies, limited, failed } = main.total;
  const figures = [
    ["successful per second", figure(main.okPerSecond)],
    ...[["p50", 0] as const, ["p99", 2] as const].map(([name, index]) => [name, `${figure(latencies[index])} ms`]),
    ["429", String(limited)],
    ["failed", String(failed)],
  ];
  const highest =
    highestRate === null ? "No rate met the thresholds." : `Highest rate that met the thresholds: <b>${main.rate}</b> requests per second.`;
  return `${highestRate === undefined ? "" : `<p>${highest}${stages.length > 1 ? " Its figures:" : ""}</p>`}<ul class="key">${figures.map(([name, value]) => `<li><b>${value}</b>${name}</li>`).join("")}</ul>`;
}

function renderVerdicts({ verdicts, endReason }: Result): string {
  const reason = endReason ? `<p>The ramp ended because ${escapeHtml(endReason)}.</p>` : "";
  if (verdicts.length === 0) return reason;
  const items = verdicts.map(({ name, limit, actual, isMet }) => {
    const mark = isMet ? '<span class="good">met</span>' : '<span class="bad">broken</span>';
    return `<li>${mark}: ${escapeHtml(`${name}: ${actual} (${limit})`)}</li>`;
  });
  return `${reason}<h2>Thresholds</h2><ul>${items.join("")}</ul>`;
}

function renderTable({ stages }: Result): string {
  const [only] = stages;
  const rows: [string, OperationResult][] =
    only && stages.length === 1
      ? [...only.operations, only.total].map((each) => [each.name, each])
      : stages.map(({ rate, total }) => [`${figure(rate)} per second`, total]);
  const columns = ["", "sent", "ok", "429", "failed", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "max ms", "uncorrected p99 ms"];
  const body = rows.map(([name, { sent, ok, limited, failed, latencies, serviceTimes }]) => {
    const cells = [sent, ok, limited, failed].map(String).concat(
      [0, 1, 2, 3, 4].map((index) => figure(latencies[index])),
      figure(serviceTimes[2]),
    );
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  const head = columns.map((column) => (column ? `<th scope="col">${column}</th>` : "<td></td>")).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

function renderRun(result: Result): string {
  const main = mainStage(result);
  const failures = Object.entries(main?.total.failures ?? {}).map(([code, count]) => `${code}: ${count}`);
  const facts: [string, string][] = [
    ["length", `${result.seconds} s${result.stages.length > 1 ? " per step" : ""} after a warm-up of ${result.warmUpSeconds} s`],
    ["keys", String(result.keys)],
    ["connections", `at most ${result.connections}`],
    ["timeout", `${result.timeoutMs} ms`],
    ["generator", result.environment],
    ["delay of the generator", `p99 ${figure(main?.generator.lagP99)} ms, ${figure((main?.generator.cpu ?? 0) * 100)} % of a CPU core`],
    ["failures", failures.join(", ") || "none"],
  ];
  return `<dl>${facts.map(([name, value]) => `<dt class="soft">${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>`;
}
