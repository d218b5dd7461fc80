import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { repository } from "../start-system.js";

/** The parts of Grafana's dashboard JSON that the pictures show. */
export interface Dashboard {
  uid: string;
  title: string;
  panels: Panel[];
}

export interface Panel {
  type: "row" | "timeseries" | "state-timeline";
  title: string;
  /** Position in units of the grid, which has 24 columns. */
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig?: { defaults: FieldDefaults };
  options?: { legend?: Legend };
  targets?: Target[];
}

export interface FieldDefaults {
  unit?: string;
  min?: number;
  max?: number;
  custom?: { fillOpacity?: number; axisSoftMax?: number; thresholdsStyle?: { mode: "off" | "dashed" } };
  thresholds?: { steps: { value: number | null; color: string }[] };
  mappings?: { type: "value"; options: Record<string, { text: string; color: string }> }[];
}

export type Calculation = "lastNotNull" | "max";

export interface Legend {
  displayMode: "list" | "table" | "hidden";
  placement: "bottom" | "right";
  calcs?: Calculation[];
  /** Label of the calculation by which the table is sorted. */
  sortBy?: string;
  sortDesc?: boolean;
}

export interface Target {
  expr: string;
  legendFormat: string;
}

const folder = path.join(repository, "deploy/observe/grafana");

/** Returns the dashboards in deploy/observe by their file names without the ending. */
export async function readDashboards(): Promise<Map<string, Dashboard>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).sort();
  const read = async (file: string) =>
    [path.basename(file, ".json"), JSON.parse(await readFile(path.join(folder, file), "utf8")) as Dashboard] as const;
  return new Map(await Promise.all(files.map(read)));
}
