import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

const CELLS = 5;
const CELL_PIXELS = 24;

/** A mirrored pattern in the subject's colour, always the same for the same subject. */
export function portrait(subject: string): Buffer {
  const hash = createHash("sha256").update(subject).digest();
  const ink = [60 + (hash[0] as number) / 2, 60 + (hash[1] as number) / 2, 60 + (hash[2] as number) / 2];
  const paper = [240, 242, 240];
  const size = CELLS * CELL_PIXELS;
  const rows: Buffer[] = [];
  for (let y = 0; y < size; y += 1) {
    const row = Buffer.alloc(1 + size * 3);
    for (let x = 0; x < size; x += 1) {
      const column = Math.floor(x / CELL_PIXELS);
      const cell = Math.floor(y / CELL_PIXELS) * CELLS + Math.min(column, CELLS - 1 - column);
      const colour = (hash[(cell % 24) + 3] as number) % 2 === 0 ? ink : paper;
      for (let channel = 0; channel < 3; channel += 1) row[1 + x * 3 + channel] = colour[channel] as number;
    }
    rows.push(row);
  }
  return png(size, Buffer.concat(rows));
}

/**
 * @param scanlines 8-bit RGB rows, each after its filter byte (PNG specification, 3rd edition, §9).
 */
function png(size: number, scanlines: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(scanlines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const out = Buffer.alloc(typed.length + 8);
  out.writeUInt32BE(content.length, 0);
  typed.copy(out, 4);
  out.writeUInt32BE(crc32(typed), typed.length + 4);
  return out;
}
