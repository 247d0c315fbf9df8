import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
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
