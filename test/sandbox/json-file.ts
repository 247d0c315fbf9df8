import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const WRITE_DELAY_MS = 100;

/** One JSON document on disk, replaced as a whole so that a crash never leaves half of it. */
export class JsonFile<T> {
  readonly #path: string | undefined;
  readonly #content: () => T;
  #timer: NodeJS.Timeout | undefined;

  /** @param path if undefined, nothing is read or written */
  constructor(path: string | undefined, content: () => T) {
    this.#path = path;
    this.#content = content;
  }

  read(): T | undefined {
    if (!this.#path || !existsSync(this.#path)) return undefined;
    return JSON.parse(readFileSync(this.#path, "utf8")) as T;
  }

  /** Writes 100 ms later, together with further changes until then. */
  changed(): void {
    if (!this.#path || this.#timer) return;
    this.#timer = setTimeout(() => this.flush(), WRITE_DELAY_MS);
  }

  flush(): void {
    if (!this.#path || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    mkdirSync(dirname(this.#path), { recursive: true });
    const draft = `${this.#path}.${process.pid}.new`;
    writeFileSync(draft, JSON.stringify(this.#content()), { mode: 0o600 });
    renameSync(draft, this.#path);
  }
}
