import { Transform, type TransformCallback } from "node:stream";

/** Joins React's pieces of 2 kB: sending each alone takes a tenth of the list page's time. */
export class CoalesceStream extends Transform {
  #chunks: Buffer[] = [];

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    // React 18 ends a piece with zero bytes where the next letter doesn't fit in it
    // (facebook/react#24985). In attributes and scripts browsers read them as U+FFFD.
    let end = chunk.length;
    while (chunk[end - 1] === 0) end -= 1;
    if (this.#chunks.push(chunk.subarray(0, end)) === 1) setImmediate(() => this.#release());
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#release();
    done();
  }

  #release(): void {
    if (this.#chunks.length === 0 || this.destroyed) return;
    this.push(Buffer.concat(this.#chunks));
    this.#chunks = [];
  }
}
