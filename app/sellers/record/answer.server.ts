import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
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
 * Whether the form was opened by another person, who was signed in here before. The one who is now has to look at it first, because the
 * history names them. False for a form without a valid key, which doesn't tell.
 */
export async function isOthersForm({ form, session }: Pick<FranchiseeContext, "form" | "session">): Promise<boolean> {
  const key = await openFormKey(form.get("formKey"));
  return key !== undefined && key.sub !== session.sub;
}
