import { describe, expect, it } from "vitest";
import { isFranchisee } from "./is-franchisee";

describe("isFranchisee", () => {
  it.each([
    "FRANCZYZOBIORCA",
    "franczyzobiorca",
    "Franczyzobiorca",
    " FRANCZYZOBIORCA ",
    "Kierownik regionu, Franczyzobiorca , Trener",
    "Trener,FRANCZYZOBIORCA",
    "\u00a0FRANCZYZOBIORCA\t,",
  ])("lets in %j", (jobTitle) => expect(isFranchisee({ jobTitle })).toBe(true));

  it.each([
    "",
    ",",
    "FRANCZYZOBIORCA-KANDYDAT",
    "NIE FRANCZYZOBIORCA",
    "FRANCZYZOBIORCA Trener",
    "FRANCZYZOBIORCY",
    "Magazynier; FRANCZYZOBIORCA",
    "FRANCZYZOBİORCA",
    "franczyzobıorca",
    "FRАNCZYZOBIORCA",
  ])("keeps out %j", (jobTitle) => expect(isFranchisee({ jobTitle })).toBe(false));

  it("keeps out who has no job title and who isn't in the directory", () => {
    expect(isFranchisee({ displayName: "FRANCZYZOBIORCA" })).toBe(false);
    expect(isFranchisee(null)).toBe(false);
  });
});
