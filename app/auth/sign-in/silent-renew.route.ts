import type { LoaderFunctionArgs } from "@remix-run/node";
import { failureResponse } from "~/auth/failure-response.server";
import { renewSilently } from "./silent-renewal.server";

/** The page in the hidden frame: nothing to see, its outcome stands in attributes for the page around it to read. */
export async function loader({ request }: LoaderFunctionArgs) {
  const renewal = await renewSilently(request).catch((error: unknown) => failureResponse(error, { request }));
  if (renewal instanceof Response) return renewal;
  const { outcome, renewInSeconds } = renewal;
  const next = renewInSeconds === undefined ? "" : ` data-renew-in="${renewInSeconds}"`;
  const html = `<!doctype html><html lang="pl" data-renewal="${outcome}"${next}><title></title></html>`;
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
