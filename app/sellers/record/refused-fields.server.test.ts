import { expect, test } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import { getT } from "~/i18n/i18n.server";
import { refusalErrors } from "./refused-fields.server";

const t = getT("pl");

test("A refusal's texts go to the fields it names, or above the form", () => {
  const refused = (status: number, problem: BackendError["problem"]) =>
    refusalErrors(new BackendError("sellers", "status", { status, problem }), t, "Zajęte");
  expect(refused(400, { errors: { MPK: ["Zły"], DisplayName: ["Za krótka"], region: ["Brak"] } })).toEqual({
    fieldErrors: {
      mpk: [t("problems:fieldRefused", { reason: "Zły" })],
      displayName: [t("problems:fieldRefused", { reason: "Za krótka" })],
    },
    formErrors: ["Brak"],
  });
  expect(refused(400, { title: "Tytuł", detail: "Szczegół", errors: {} }).formErrors).toEqual([
    t("problems:refused"),
    "Szczegół",
  ]);
  expect(refused(400, undefined)).toEqual({ fieldErrors: {}, formErrors: [t("problems:refused")] });
  expect(refused(409, { errors: { email: ["Jest już"] } })).toEqual({
    fieldErrors: { email: [t("problems:fieldRefused", { reason: "Jest już" })] },
    formErrors: ["Zajęte"],
  });
});
