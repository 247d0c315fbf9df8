import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { type Account, findBySub } from "./accounts";
import { answering, decodePart, Problem } from "./answers";
import type { BearerCheck } from "./bearer";

const PORTRAIT = readFileSync(new URL("portrait.png", import.meta.url));
const PATH = /^\/api\/DirectoryObject\/([^/]+)(\/image)?$/;

/** The directory (docs/product.md §7): everyone may read their own record and picture. */
export function createDirectory(bearer: BearerCheck): RequestListener {
  return answering(async (request) => {
    const subject = await bearer.subject(request);
    const match = PATH.exec((request.url ?? "/").replace(/\?.*/s, ""));
    if (!match) throw new Problem(404, "Nie ma takiego zasobu");
    if (request.method !== "GET") throw new Problem(405, "Niedozwolona metoda", { headers: { allow: "GET" } });
    if (decodePart(match[1] as string) !== subject) throw new Problem(403, "Możesz odczytać tylko własny profil");
    const account = findBySub(subject);
    if (!account?.jobTitle) throw new Problem(404, "Nie ma takiej osoby w katalogu");
    if (!match[2]) return { status: 200, json: { Value: { directoryObject: record(account) } } };
    if (!account.image) throw new Problem(404, "Ta osoba nie ma zdjęcia");
    return { status: 200, headers: { "content-type": "image/png" }, bytes: PORTRAIT };
  });
}

function record(account: Account) {
  return {
    id: account.sub,
    displayName: account.name,
    givenName: account.givenName,
    surname: account.familyName,
    jobTitle: account.jobTitle,
    mail: account.email,
    department: "Sieć sprzedaży",
    officeLocation: null,
  };
}
