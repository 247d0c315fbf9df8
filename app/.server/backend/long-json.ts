/** Of the rows, so many bytes are parsed at once, or one row. */
const PIECE_BYTES = 32 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const LIST = 0x5b;

/** Where the rows of an answer stand: the brackets around them, and the commas that part them into pieces. */
type Place = { from: number; to: number; commas: number[] };

/**
 * What JSON.parse gives of a list, or of an object with a list under `key`, however long: `take` gets its rows a piece at
 * a time, and the answer comes back with an empty list in their place. Yields wherever it may be interrupted.
 * @throws SyntaxError
 */
export function* parseLong(
  bytes: Buffer,
  { key, take }: { key: string; take: (rows: unknown[]) => void },
): Generator<void, unknown> {
  if (bytes.length <= PIECE_BYTES) return parseShort(bytes, { key, take });
  const place = yield* findRows(bytes, Buffer.from(`"${key}"`));
  if (!place) return JSON.parse(new TextDecoder().decode(bytes));
  const { from, to, commas } = place;
  let at = from + 1;
  for (const end of [...commas, to]) {
    const rows: unknown[] = JSON.parse(`[${bytes.toString("utf8", at, end)}]`);
    if (rows.length === 0 && commas.length > 0) throw new SyntaxError("A comma with no row beside it");
    take(rows);
    at = end + 1;
    yield;
  }
  return JSON.parse(new TextDecoder().decode(Buffer.concat([bytes.subarray(0, from + 1), bytes.subarray(to)])));
}

/** In one piece anyway. */
function parseShort(bytes: Buffer, { key, take }: { key: string; take: (rows: unknown[]) => void }): unknown {
  const answer: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (Array.isArray(answer)) {
    take(answer);
    return [];
  }
  const rows = (answer as Record<string, unknown> | null)?.[key];
  if (!Array.isArray(rows)) return answer;
  take(rows);
  return { ...(answer as object), [key]: [] };
}

/** Goes by brackets and texts alone: whether it is JSON is found out when the pieces are parsed. */
function* findRows(bytes: Buffer, key: Buffer): Generator<void, Place | undefined> {
  let depth = 0;
  let lastText = bytes.subarray(0, 0);
  /** The depth of the rows, once their list has begun. */
  let rowsDepth: number | undefined;
  const place: Place = { from: 0, to: 0, commas: [] };
  let pieceAt = 0;
  let yieldAt = PIECE_BYTES;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (at >= yieldAt) {
      yield;
      yieldAt = at + PIECE_BYTES;
    }
    if (byte === QUOTE) {
      const end = endOfText(bytes, at);
      if (depth === 1) lastText = bytes.subarray(at, end + 1);
      at = end;
    } else if (byte === COMMA) {
      if (depth !== rowsDepth || at - pieceAt < PIECE_BYTES) continue;
      place.commas.push(at);
      pieceAt = at;
    } else if (OPENING.has(byte)) {
      const isRows = byte === LIST && (depth === 0 || (depth === 1 && lastText.equals(key)));
      depth += 1;
      if (!isRows || rowsDepth !== undefined) continue;
      rowsDepth = depth;
      place.from = at;
      pieceAt = at;
    } else if (CLOSING.has(byte)) {
      if (depth === rowsDepth) return { ...place, to: at };
      depth -= 1;
    }
  }
  return undefined;
}

/** Where the text that begins at a quote ends: at a quote with an even number of backslashes before it. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}
