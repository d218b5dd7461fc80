/** Colors like those of Grafana, darkened where a line on a white background needs contrast. The first colors differ most. */
export const palette = [
  ...["#56a64b", "#e0a800", "#1f78c1", "#e24d42", "#ba43a9", "#3ab0c4", "#99440a", "#705da0"],
  ...["#2f575e", "#890f02", "#ef843c", "#0a437c", "#6d1f62", "#967302", "#5f6b7a", "#c15c17"],
];

export const colorOf = (index: number): string => palette[index % palette.length] ?? "#222222";

const names: Readonly<Record<string, string>> = { green: "#56a64b", orange: "#ff780a", red: "#e02f44" };

/** Returns the value of a color that a dashboard names. */
export const namedColor = (name: string): string => names[name] ?? name;
