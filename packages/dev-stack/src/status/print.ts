import { styleText } from "node:util";
import type { ServiceStatus, StatusReport } from "./report.js";

const maxConsumers = 8;
const slowSeconds = 1;
const oldSeconds = 60;
const manyErrors = 0.02;

type Cell = [text: string, isBad?: boolean];

/** Formats a report for one screen. With `isTerminal`, figures that need attention are red. */
export function formatStatus({ services, refusedSchemas, consumers, pushes, webhooks }: StatusReport, isTerminal: boolean): string {
  const paint = (text: string, isBad = false) => (isBad && isTerminal ? styleText("red", text, { validateStream: false }) : text);
  const table = (rows: readonly Cell[][]) => {
    const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.[0].length ?? 0)));
    return rows.map((row) =>
      `  ${row.map(([text, isBad], column) => paint(text.padEnd(widths[column] ?? 0), isBad)).join("  ")}`.trimEnd(),
    );
  };
  const header: Cell[] = [["service"], ["ready"], ["version"], ["req/s"], ["errors"], ["p95"], ["outbox"]];
  const behind = consumers
    .slice(0, maxConsumers)
    .map(({ name, lag, deadLetters }): Cell[] => [[name], [`${lag} behind`], [`${deadLetters} dead letters`, deadLetters > 0]]);
  const more = consumers.length - maxConsumers;
  const sent = [
    ...pushes.map(({ provider, ...rest }) => ({ name: `pushes to ${provider} stores`, ...rest })),
    { name: "webhooks", ...webhooks },
  ];
  return [
    ...table([header, ...services.map(rowOf)]),
    ...refusedSchemas.map(
      ({ subgraph, version }) => `  ${paint(`The gateway refuses the schema of ${subgraph} ${version}`.trimEnd(), true)}`,
    ),
    "",
    ...(behind.length > 0 ? table(behind) : ["  All consumers are up to date, and have no dead letters."]),
    ...(more > 0 ? [`  and ${more} more consumers`] : []),
    "",
    ...table(
      sent.map(({ name, perSecond, failing }): Cell[] => [
        [name],
        [`${perSecond.toFixed(1)}/s`],
        [failing === undefined ? "-" : `${percent(failing)} failing`, (failing ?? 0) > 0],
      ]),
    ),
  ].join("\n");
}

function rowOf({ name, isReady, version, requestsPerSecond, errors, p95Seconds, outboxAgeSeconds }: ServiceStatus): Cell[] {
  return [
    [name],
    [isReady === undefined ? "-" : isReady ? "yes" : "NO", isReady === false],
    [version],
    [requestsPerSecond.toFixed(1)],
    [errors === undefined ? "-" : percent(errors), (errors ?? 0) > manyErrors],
    [p95Seconds === undefined ? "-" : `${Math.round(p95Seconds * 1_000)} ms`, (p95Seconds ?? 0) > slowSeconds],
    [outboxAgeSeconds === undefined ? "-" : `${outboxAgeSeconds.toFixed(1)} s`, (outboxAgeSeconds ?? 0) > oldSeconds],
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
