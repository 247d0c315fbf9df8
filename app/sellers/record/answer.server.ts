import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { BackendError } from "~/.server/backend/backend-client";
import { createSellersApi, type SellersApi } from "~/.server/backend/sellers-api";
import type { Franchisee } from "~/auth/for-franchisee.server";
import type { SellerFormAnswer } from "./seller-form";

/** What a form that wasn't accepted gets back: everything typed, what is wrong, and the key to send it again under. */
export function formAnswer(status: number, result: SubmissionResult, more: Omit<SellerFormAnswer, "result">) {
  return data<SellerFormAnswer>({ result, ...more }, { status });
}

/** The key that the form was posted with, for sending the same thing again. */
export function postedKey(form: FormData): string {
  const key = form.get("formKey");
  return typeof key === "string" ? key : "";
}

/**
 * Looks at the backend after a lost answer. A backend that can't be asked either is no reason to leave the form: then
 * nothing is known, and the form is told so.
 * @returns what `look` found, or "unchecked".
 * @throws Response when the session has ended meanwhile.
 */
export async function lookAgain<T>(
  franchisee: Franchisee,
  look: (sellers: SellersApi) => Promise<T>,
): Promise<T | "unchecked"> {
  try {
    return await look(createSellersApi(franchisee.tokens));
  } catch (error) {
    if (error instanceof BackendError && error.kind !== "unauthorized") return "unchecked";
    // The guard's own client knows what follows when it is the session that failed.
    return look(franchisee.api.sellers);
  }
}
