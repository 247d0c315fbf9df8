import { expect, test } from "vitest";
import { hasNoAccessTitle, translateOwnText } from "./translate-message.server";

test("A message of ours is shown in the page's language", () => {
  expect(translateOwnText("Brak autoryzacji", "en-US")).toBe("No authorization");
  expect(translateOwnText("No authorization", "pl")).toBe("Brak autoryzacji");
  expect(translateOwnText("Nie masz dostępu do tej strony", "en-US")).toBe("You don’t have access to this page");
  expect(translateOwnText("Nie udało się zalogować", "en-US")).toBe("Signing in failed");
  expect(translateOwnText("Brak autoryzacji", "pl")).toBe("Brak autoryzacji");
});

test("The provider's own message stays after ours", () => {
  expect(
    translateOwnText("The sign-in system refused this attempt. Try signing in again. Details: AADSTS1 a & b", "pl"),
  ).toBe("System logowania odrzucił tę próbę. Spróbuj zalogować się ponownie. Szczegóły: AADSTS1 a & b");
});

test("Another message stays as it is", () => {
  expect(translateOwnText("Brak", "en-US")).toBe("Brak");
  expect(translateOwnText("", "en-US")).toBe("");
});

test("The title of missing access is recognised in any language", () => {
  expect(["Brak autoryzacji", "No authorization", "Brak", ""].map(hasNoAccessTitle)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
