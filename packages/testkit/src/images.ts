import { crc32, deflateSync } from "node:zlib";

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** Returns a PNG image of the given size (RGBA, 8 bits per channel). */
export function pngOf(width: number, height: number, pixel: (x: number, y: number) => Pixel = () => [58, 91, 217, 255]): Buffer {
  const rows = Array.from({ length: height }, (_, y) => [0, ...Array.from({ length: width }, (_, x) => pixel(x, y)).flat()]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.from(rows.flat()))), chunk("IEND")]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type, "latin1"), data])];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
