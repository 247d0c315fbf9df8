/** docs/product.md §2: an unknown path gives 404 with this supplied text, in any language. */
export function loader(): never {
  throw new Response(null, { status: 404, statusText: "Page not found" });
}

export default function Page() {
  return null;
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
