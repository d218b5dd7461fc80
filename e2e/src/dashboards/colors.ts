/** Colors of Grafana, some of them darkened for enough contrast on a white background. The first colors differ most from each other. */
const palette = [
  ...["#56a64b", "#e0a800", "#1f78c1", "#e24d42", "#ba43a9", "#3ab0c4", "#99440a", "#705da0"],
  ...["#2f575e", "#890f02", "#ef843c", "#0a437c", "#6d1f62", "#967302", "#5f6b7a", "#c15c17"],
];

export const colorOf = (index: number): string => palette[index % palette.length] ?? "#222222";

const names: Readonly<Record<string, string>> = { green: "#56a64b", orange: "#ff780a", red: "#e02f44" };

/** Returns the value of a color that a dashboard names. */
export const namedColor = (name: string): string => names[name] ?? name;

const shares = [1, 0.75, 0.5, 0.25];

/** Returns the colors of lines. Also returns mixtures of these colors with white, for the smooth edges of lines. */
export const lineColors = (): string[] =>
  [...palette, ...Object.values(names)].flatMap((color) =>
    shares.map((share) => {
      const parts = [1, 3, 5].map((at) => 255 - (255 - Number.parseInt(color.slice(at, at + 2), 16)) * share);
      return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
    }),
  );
