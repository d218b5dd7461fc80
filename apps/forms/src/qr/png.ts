import { renderAsync } from "@resvg/resvg-js";

/** An SVG as PNG, in its own size; drawn beside the event loop. */
export async function pngOf(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: "off" });
  return image.asPng();
}
