/** Colors that remain distinguishable with color blindness, on a white background. */
export const colors = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"];

export const textOf = (x: number, y: number, text: string, attributes = ""): string =>
  `<text x="${x}" y="${y}" ${attributes}>${text}</text>`;

export function svgOf(width: number, height: number, title: string, content: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}" font-family="sans-serif" font-size="12" fill="#222">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${content.join("\n")}
</svg>
`;
}

/** Returns a legend: the series' names with their colors. */
export function legendOf(names: readonly string[], left: number, y: number): string {
  let x = left;
  const parts = names.map((name, index) => {
    const part = `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${colors[index % colors.length]}"/>${textOf(x + 14, y, name)}`;
    x += 14 + name.length * 7 + 18;
    return part;
  });
  return parts.join("");
}
