// Tasks beside each other, as many as the machine can work on at once.

/**
 * Runs named tasks, so many at once, each once those that it needs have ended, however they ended.
 * @template Result
 * @param {string[]} names where several could begin, the first of them does
 * @param {object} how
 * @param {number} how.atOnce
 * @param {(name: string) => string[]} how.needs names that aren't among the tasks don't hold one up
 * @param {(name: string) => Promise<Result>} how.run
 * @returns {Promise<Map<string, Result>>} by name, in the order of `names`
 */
export async function runSideBySide(names, { atOnce, needs, run }) {
  /** @type {Map<string, Result>} */
  const results = new Map();
  const waiting = [...names];
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  const isWaiting = (/** @type {string} */ name) =>
    needs(name).some((other) => waiting.includes(other) || running.has(other));

  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < atOnce ? waiting.find((name) => !isWaiting(name)) : undefined;
    if (next !== undefined) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(
        next,
        run(next)
          .then((result) => void results.set(next, result))
          .finally(() => running.delete(next)),
      );
    } else if (running.size > 0) await Promise.race(running.values());
    else throw new Error(`These need each other: ${waiting.join(", ")}`);
  }
  return new Map(names.map((name) => [name, /** @type {Result} */ (results.get(name))]));
}
