// `npm run prove -- dashboards [--minutes 5] [--recording <folder>] [--pictures docs/telemetry]` sends requests to a running system, reads each
// panel of the Grafana dashboards from Prometheus as Grafana does, and draws a picture of each dashboard. Fails if a panel has no data. If
// the folder of --recording contains an earlier run, the command draws the earlier run and starts no system.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { proveDashboards } from "../e2e/src/dashboards/prove.js";
import { rangeIn, record } from "../e2e/src/dashboards/record.js";
import { Verdict } from "../e2e/src/proofs/verdict.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    recording: { type: "string" },
    pictures: { type: "string", default: "docs/telemetry" },
  },
});
const verdict = new Verdict((text) => console.log(text));
const folder = values.recording ?? (await mkdtemp(path.join(tmpdir(), "offergraph-dashboards-")));
try {
  if (!(await rangeIn(folder))) await record(folder, Number(values.minutes), verdict.log);
  await proveDashboards(folder, values.pictures, verdict);
} finally {
  if (!values.recording) await rm(folder, { recursive: true, force: true });
}
verdict.finish();
