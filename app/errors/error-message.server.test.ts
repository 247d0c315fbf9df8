import { expect, test } from "vitest";
import { inLanguage, isNoAccess, plainText } from "./error-message.server";

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

test("A plain text stays as it is", () => {
  expect(plainText("Nie masz dostępu do tej strony", 100)).toBe("Nie masz dostępu do tej strony");
  expect(plainText("<b>1 & 2</b>", 100)).toBe("<b>1 & 2</b>");
});

test("An empty text gives an empty text", () => {
  expect(plainText(null, 10)).toBe("");
  expect(plainText(" \u0000\n\t ", 10)).toBe("");
});

test("Line breaks, control and direction characters are removed", () => {
  expect(plainText("a\r\nb\u0007c\u2028d", 100)).toBe("a b c d");
  expect(plainText("abc\u202Etxt.exe\u2066\u200B", 100)).toBe("abctxt.exe");
});

test("A long text is cut", () => {
  expect(plainText("ł".repeat(1_000_000), 20)).toBe(`${"ł".repeat(19)}…`);
});
