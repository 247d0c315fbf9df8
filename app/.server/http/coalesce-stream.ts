import { Transform, type TransformCallback } from "node:stream";

/**
 * Passes on as one chunk whatever is written in one go. React writes a page in pieces of 2 kB, and each piece costs its
 * way through the streams of React, Remix and the socket anew: a tenth of the list page's time.
 */
export class CoalesceStream extends Transform {
  #chunks: Buffer[] = [];

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#chunks.push(chunk) === 1) setImmediate(() => this.#release());
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
