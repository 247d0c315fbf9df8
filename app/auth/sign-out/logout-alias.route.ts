import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { localeOfPath, pathIn } from "~/i18n/locales";

/** `/logout` is another name of `/auth/logout` (docs/product.md §2). */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(pathIn(localeOfPath(new URL(request.url).pathname), "/auth/logout"));
}

/** 307 keeps the post a post. */
export function action({ request }: ActionFunctionArgs) {
  return redirect(pathIn(localeOfPath(new URL(request.url).pathname), "/auth/logout"), 307);
}
