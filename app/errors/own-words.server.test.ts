import { expect, test } from "vitest";
import { inLanguage, isNoAccess } from "./own-words.server";

test("our words come in the language of the page, whichever they were put into the address in", () => {
  expect(inLanguage("Brak autoryzacji", "en-US")).toBe("No authorization");
  expect(inLanguage("No authorization", "pl")).toBe("Brak autoryzacji");
  expect(inLanguage("Nie masz dostępu do tej strony", "en-US")).toBe("You don’t have access to this page");
  expect(inLanguage("Nie udało się zalogować", "en-US")).toBe("Signing in failed");
  expect(inLanguage("Brak autoryzacji", "pl")).toBe("Brak autoryzacji");
});

test("what the provider said stays after our words", () => {
  expect(
    inLanguage("The sign-in system refused this attempt. Try signing in again. Details: AADSTS1 a & b", "pl"),
  ).toBe("System logowania odrzucił tę próbę. Spróbuj zalogować się ponownie. Szczegóły: AADSTS1 a & b");
});

test("anybody else's words stay as they are", () => {
  expect(inLanguage("Brak", "en-US")).toBe("Brak");
  expect(inLanguage("", "en-US")).toBe("");
});

test("people without access are known by the title in any language", () => {
  expect(["Brak autoryzacji", "No authorization", "Brak", ""].map(isNoAccess)).toEqual([true, true, false, false]);
});
