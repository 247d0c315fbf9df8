import { redirect } from "@remix-run/node";
import { requestScope } from "~/.server/http/request-scope";
import { noAction } from "~/auth/for-franchisee.server";
import type { FrameHandle } from "~/layouts/default";
import { PAGE_NOT_FOUND } from "~/layouts/shell/error-words";

/** Redirects `/Sellers/` to `/sellers`; any other unknown path is a 404. */
export function loader(): never {
  const { movedTo } = requestScope();
  if (movedTo) throw redirect(movedTo, 308);
  throw new Response(null, PAGE_NOT_FOUND);
}

export const action = noAction;

export const handle = { isPublic: true } satisfies FrameHandle;

export default function Page() {
  return null;
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
