/** A map of so many entries at most: the one set longest ago goes first. What a process remembers of people and sessions lies in one. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  /** Makes it the newest entry, also where the key was there before. */
  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#max) this.delete(this.keys().next().value as K);
    return this;
  }
}
