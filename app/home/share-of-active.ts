export type SellerCounts = { all: number; active: number; inactive: number };

/** How many of all accounts are active, in whole percent: 0 and 100 only where it is none or all of them. */
export function shareOfActive({ all, active }: SellerCounts): number {
  if (all === 0 || active === 0) return 0;
  return active === all ? 100 : Math.min(99, Math.max(1, Math.round((active / all) * 100)));
}
