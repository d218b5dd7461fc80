/** The mark's share of a code's width; it hides 4 to 5 % of the modules, and levels Q and H correct 25 and 30 %. */
const part = 0.22;

export interface Square {
  from: number;
  side: number;
}

/** Width of the mark in modules; odd, like the code's width. */
export function markPlace(size: number): Square {
  const most = Math.floor(size * part);
  const side = most % 2 === 1 ? most : most - 1;
  return { from: (size - side) / 2, side };
}

/** The mark: a tick in a rounded square, with half a module of space around it. */
export function mark({ from, side }: Square, colour: string, tick: string): string {
  const width = side - 1;
  const start = from + 0.5;
  const at = (share: number) => Math.round((start + width * share) * 100) / 100;
  const radius = Math.round(width * 25) / 100;
  const stroke = Math.round(width * 13) / 100;
  return [
    `<rect x="${start}" y="${start}" width="${width}" height="${width}" rx="${radius}" fill="${colour}"/>`,
    `<path d="M${at(0.26)} ${at(0.53)}L${at(0.43)} ${at(0.69)}L${at(0.74)} ${at(0.34)}" fill="none" stroke="${tick}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/>`,
  ].join("");
}
