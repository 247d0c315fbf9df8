export type SellerCounts = { all: number; active: number; inactive: number };

/** In whole percent; 0 and 100 only for none and all. */
export function shareOfActive({ all, active }: SellerCounts): number {
  if (all === 0 || active === 0) return 0;
  return active === all ? 100 : Math.min(99, Math.max(1, Math.round((active / all) * 100)));
}
