/**
 * Whether a promise settles before a timer of this same process rings: on a machine that lets the
 * process wait, its other timers wait as long, so that only a bound that is missed is told, not a
 * slow machine.
 * @param ms the bound
 */
export async function settlesBefore(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, late]).finally(() => clearTimeout(timer));
}
