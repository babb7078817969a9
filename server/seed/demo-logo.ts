import { crc32, deflateSync } from 'node:zlib';

const SIDE = 256;
const PETALS = 5;

type Colour = readonly [red: number, green: number, blue: number];
const leaf: Colour = [15, 94, 89];
const petal: Colour = [255, 252, 244];
const heart: Colour = [250, 196, 62];

function mix(from: Colour, to: Colour, part: number): Colour {
  const [red, green, blue] = from.map((value, index) =>
    Math.round(value + ((to[index] ?? 0) - value) * part),
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/**
 * The colour of one point of a champa flower on a disc, `undefined` outside it; x and y are from -1
 * to 1.
 */
function colourAt(x: number, y: number): Colour | undefined {
  const distance = Math.hypot(x, y);
  if (distance > 1) return undefined;
  const turn = (2 * Math.PI) / PETALS;
  const angle = Math.atan2(x, -y);
  const offAxis = angle - Math.round(angle / turn) * turn;
  const along = distance * Math.cos(offAxis) - 0.42;
  const across = distance * Math.sin(offAxis) + 0.04;
  const isPetal = (along / 0.4) ** 2 + (across / 0.23) ** 2 < 1;
  return isPetal || distance < 0.12 ? mix(heart, petal, Math.min(1, distance / 0.45)) : leaf;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The demo centre's logo: a champa flower, drawn as a PNG. */
export function drawDemoLogo(): {
  type: 'image/png';
  width: number;
  height: number;
  bytes: number;
  content: Buffer;
} {
  const rows = Array.from({ length: SIDE }, (_, row) => {
    const pixels = Array.from({ length: SIDE }, (_pixel, column) => {
      const colour = colourAt(((column + 0.5) / SIDE) * 2 - 1, ((row + 0.5) / SIDE) * 2 - 1);
      return colour ? [...colour, 255] : [0, 0, 0, 0];
    });
    return [0, ...pixels.flat()];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE);
  header.writeUInt32BE(SIDE, 4);
  // 8 bits per channel: red, green, blue, alpha.
  header.set([8, 6, 0, 0, 0], 8);
  const content = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { type: 'image/png', width: SIDE, height: SIDE, bytes: content.length, content };
}
