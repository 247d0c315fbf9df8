/** A person who can sign in at the sandbox's provider, and what the directory knows of them. */
export type Account = {
  sub: string;
  login: string;
  password: string;
  name: string;
  givenName: string;
  familyName: string;
  email: string;
  /** What the directory says; absent when it has no record of the person (404). */
  jobTitle?: string;
  /** Whether the directory has a picture of them. */
  image: boolean;
};

const password = "demo1234";

/** The sandbox's people, by the part they play in tests. */
export const accounts = {
  franchisee: {
    sub: "0b6f4a52-6c1e-4d0a-9a43-5f0c2f1d7a01",
    login: "anna.kowalska",
    password,
    name: "Anna Kowalska",
    givenName: "Anna",
    familyName: "Kowalska",
    email: "anna.kowalska@example.pl",
    jobTitle: "FRANCZYZOBIORCA",
    image: true,
  },
  listed: {
    sub: "1c7d5b63-7d2f-4e1b-8b54-6a1d3a2e8b02",
    login: "lukasz.zolkiewski",
    password,
    name: "Łukasz Żółkiewski",
    givenName: "Łukasz",
    familyName: "Żółkiewski",
    email: "lukasz.zolkiewski@example.pl",
    jobTitle: "Kierownik regionu, Franczyzobiorca , Trener",
    image: true,
  },
  imageless: {
    sub: "2d8e6c74-8e3a-4f2c-9c65-7b2e4b3f9c03",
    login: "jan.bezzdjecia",
    password,
    name: "Jan Wiśniewski",
    givenName: "Jan",
    familyName: "Wiśniewski",
    email: "jan.wisniewski@example.pl",
    jobTitle: "franczyzobiorca",
    image: false,
  },
  outsider: {
    sub: "3e9f7d85-9f4b-4a3d-8d76-8c3f5c4a0d04",
    login: "piotr.nowak",
    password,
    name: "Piotr Nowak",
    givenName: "Piotr",
    familyName: "Nowak",
    email: "piotr.nowak@example.pl",
    jobTitle: "Magazynier, FRANCZYZOBIORCA-KANDYDAT",
    image: true,
  },
  unknown: {
    sub: "4fa08e96-a05c-4b4e-9e87-9d4a6d5b1e05",
    login: "ewa.zielinska",
    password,
    name: "Ewa Zielińska",
    givenName: "Ewa",
    familyName: "Zielińska",
    email: "ewa.zielinska@example.pl",
    image: false,
  },
} satisfies Record<string, Account>;

const everyone: Account[] = Object.values(accounts);

export function findByLogin(login: string): Account | undefined {
  return everyone.find((account) => account.login === login.trim().toLowerCase());
}

export function findBySub(sub: string): Account | undefined {
  return everyone.find((account) => account.sub === sub);
}
