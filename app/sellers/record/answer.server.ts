import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { BackendError } from "~/.server/backend/backend-client";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
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
 * @throws BackendError `unauthorized` when the session has ended meanwhile.
 */
export async function lookAgain<T>(
  { sellers }: FranchiseeContext,
  look: (sellers: FranchiseeContext["sellers"]) => Promise<T>,
): Promise<T | "unchecked"> {
  try {
    return await look(sellers);
  } catch (error) {
    if (error instanceof BackendError && error.kind !== "unauthorized") return "unchecked";
    throw error;
  }
}
