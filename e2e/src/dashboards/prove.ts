import { mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { startChromium } from "../chromium.js";
import type { Verdict } from "../proofs/verdict.js";
import { lineColors } from "./colors.js";
import { type Dashboard, readDashboards } from "./dashboard.js";
import { pageWidth, renderPage } from "./page.js";
import { withPalette } from "./palette.js";
import { type PanelData, readPanel } from "./read-panel.js";
import { prometheusIn, rangeIn, scrapeSeconds } from "./record.js";

const maxKilobytes = 180;

/** Reads and draws all dashboards from the recorded run in `folder`. Writes the pictures to `pictures`. */
export async function proveDashboards(folder: string, pictures: string, verdict: Verdict): Promise<void> {
  const range = await rangeIn(folder);
  if (!range) throw new Error(`The folder contains no recorded run: ${folder}`);
  await mkdir(pictures, { recursive: true });
  const prometheus = await prometheusIn(folder);
  try {
    for (const [name, dashboard] of await readDashboards()) {
      const options = { ...range, scrapeSeconds };
      const panels = await Promise.all(dashboard.panels.map((panel) => readPanel(prometheus.url, panel, options)));
      const file = path.join(pictures, `dashboard-${name}.png`);
      const overflows = await takePicture(renderPage(dashboard, panels, range), file);
      report(dashboard, panels, verdict);
      verdict.nothing(`${dashboard.title}: panels whose content does not fit`, overflows);
      verdict.atMost(`${dashboard.title}: size of the picture`, (await stat(file)).size / 1_000, maxKilobytes, " KB");
    }
  } finally {
    await prometheus.stop();
  }
}

function report({ title }: Dashboard, panels: readonly PanelData[], verdict: Verdict): void {
  const findings = panels.flatMap(({ panel, findings: found }) => found.map((finding) => `"${panel.title}" ${finding}`));
  verdict.nothing(`${title}: faults of ${panels.filter(({ panel }) => panel.type !== "row").length} panels`, findings);
}

/**
 * Returns the titles of the panels whose content is larger than the panel. Starts Chromium for each picture, because Chromium without a GPU
 * sometimes fails to capture the fourth large page.
 */
async function takePicture(html: string, file: string): Promise<string[]> {
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    await page.setViewportSize({ width: pageWidth, height: 800 });
    await page.setContent(html);
    await page.setViewportSize({ width: pageWidth, height: await page.evaluate<number>("document.body.scrollHeight") });
    await writeFile(file, withPalette(await page.screenshot(), lineColors()));
    return await page.evaluate<string[]>(`[...document.querySelectorAll("section")]
      .filter((panel) => panel.scrollHeight > panel.clientHeight || panel.scrollWidth > panel.clientWidth)
      .map((panel) => panel.dataset.title)`);
  } finally {
    await browser.close();
  }
}
