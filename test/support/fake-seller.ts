/** Makes a seller as a backend returns it. @param more replaces facts */
export const fakeSeller = (n: number, more: object = {}) => ({
  id: `s${n}`,
  displayName: `Sklep ${n}`,
  email: `s${n}@example.pl`,
  accountEnabled: true,
  mpk: String(n).padStart(5, "0"),
  ...more,
});

export const fakeSellers = (count: number) => Array.from({ length: count }, (_, n) => fakeSeller(n));
