/** The part of a code's width that the mark takes: 4 to 5 % of its modules, of which levels Q and H bear 25 and 30 % wrong. */
const part = 0.22;

export interface Square {
  from: number;
  side: number;
}

/** The modules in the centre that give way to the mark: an odd number, as a code's width is. */
export function markPlace(size: number): Square {
  const most = Math.floor(size * part);
  const side = most % 2 === 1 ? most : most - 1;
  return { from: (size - side) / 2, side };
}

/** A neutral mark: a tick in a rounded square, with half a module of air around it. */
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
