import { redirect } from "@remix-run/node";

/** `/silent-refresh` is another name of `/auth/silent-renew` (docs/product.md §2). */
export function loader() {
  return redirect("/auth/silent-renew");
}
