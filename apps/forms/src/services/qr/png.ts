import { renderAsync } from "@resvg/resvg-js";

/** Renders an SVG as PNG in its own size, off the event loop. */
export async function pngOf(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: "off" });
  return image.asPng();
}
