import { expect, test } from "vitest";
import { inLanguage, isNoAccess } from "./error-message.server";

test("A message of ours is shown in the page's language", () => {
  expect(inLanguage("Brak autoryzacji", "en-US")).toBe("No authorization");
  expect(inLanguage("No authorization", "pl")).toBe("Brak autoryzacji");
  expect(inLanguage("Nie masz dostępu do tej strony", "en-US")).toBe("You don’t have access to this page");
  expect(inLanguage("Nie udało się zalogować", "en-US")).toBe("Signing in failed");
  expect(inLanguage("Brak autoryzacji", "pl")).toBe("Brak autoryzacji");
});

test("The provider's own message stays after ours", () => {
  expect(
    inLanguage("The sign-in system refused this attempt. Try signing in again. Details: AADSTS1 a & b", "pl"),
  ).toBe("System logowania odrzucił tę próbę. Spróbuj zalogować się ponownie. Szczegóły: AADSTS1 a & b");
});

test("Another message stays as it is", () => {
  expect(inLanguage("Brak", "en-US")).toBe("Brak");
  expect(inLanguage("", "en-US")).toBe("");
});

test("The title of missing access is recognised in any language", () => {
  expect(["Brak autoryzacji", "No authorization", "Brak", ""].map(isNoAccess)).toEqual([true, true, false, false]);
});
