import { fold } from "./folding";

/** A person who can sign in at the sandbox's provider, and what the directory knows of them. */
export type Account = {
  sub: string;
  login: string;
  password: string;
  name: string;
  givenName: string;
  familyName: string;
  email: string;
  /** The job title in the directory; absent if the directory has no record of the person (404). */
  jobTitle?: string;
  /** Whether the directory has a picture of them. */
  image: boolean;
};

function person(sub: string, login: string, name: string, inDirectory: Pick<Account, "jobTitle" | "image">): Account {
  const [givenName = "", familyName = ""] = name.split(" ");
  const email = `${fold(name).replace(" ", ".")}@example.pl`;
  return { sub, login, password: "demo1234", name, givenName, familyName, email, ...inDirectory };
}

/** The sandbox's people, by their role in tests. */
export const accounts = {
  franchisee: person("0b6f4a52-6c1e-4d0a-9a43-5f0c2f1d7a01", "anna.kowalska", "Anna Kowalska", {
    jobTitle: "FRANCZYZOBIORCA",
    image: true,
  }),
  listed: person("1c7d5b63-7d2f-4e1b-8b54-6a1d3a2e8b02", "lukasz.zolkiewski", "Łukasz Żółkiewski", {
    jobTitle: "Kierownik regionu, Franczyzobiorca , Trener",
    image: true,
  }),
  imageless: person("2d8e6c74-8e3a-4f2c-9c65-7b2e4b3f9c03", "jan.bezzdjecia", "Jan Wiśniewski", {
    jobTitle: "franczyzobiorca",
    image: false,
  }),
  outsider: person("3e9f7d85-9f4b-4a3d-8d76-8c3f5c4a0d04", "piotr.nowak", "Piotr Nowak", {
    jobTitle: "Magazynier, FRANCZYZOBIORCA-KANDYDAT",
    image: true,
  }),
  unknown: person("4fa08e96-a05c-4b4e-9e87-9d4a6d5b1e05", "ewa.zielinska", "Ewa Zielińska", { image: false }),
};

const everyone = Object.values(accounts);

export function findByLogin(login: string): Account | undefined {
  return everyone.find((account) => account.login === login.trim().toLowerCase());
}

export function findBySub(sub: string): Account | undefined {
  return everyone.find((account) => account.sub === sub);
}
