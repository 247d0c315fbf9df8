import { expect, it } from "vitest";
import { isFranchisee } from "./franchisee-role";

it.each([
  "FRANCZYZOBIORCA",
  "franczyzobiorca",
  "Franczyzobiorca",
  " FRANCZYZOBIORCA ",
  "Kierownik regionu, Franczyzobiorca , Trener",
  "Trener,FRANCZYZOBIORCA",
  "\u00a0FRANCZYZOBIORCA\t,",
])("The job title %j lets its person in", (jobTitle) => expect(isFranchisee({ jobTitle })).toBe(true));

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
])("The job title %j keeps its person out", (jobTitle) => expect(isFranchisee({ jobTitle })).toBe(false));

it("A person without a job title or a directory record is kept out", () => {
  expect(isFranchisee({ displayName: "FRANCZYZOBIORCA" })).toBe(false);
  expect(isFranchisee(null)).toBe(false);
});
