/** A map with a limit: a new entry pushes out the one that was set longest ago. Holds whatever a process remembers of people and sessions. */
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
