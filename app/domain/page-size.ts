export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

export const defaultPageSize: PageSize = 20;

export function isPageSize(size: number | undefined): size is PageSize {
  return pageSizes.some((allowed) => allowed === size);
}
