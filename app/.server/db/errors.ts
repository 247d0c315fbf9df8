/** The database doesn't respond: a 503 page, and nobody is signed out. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown, message = "The database can't be reached") {
    super(message, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** Reads work and writes fail: the disk is full or read-only, or the file has its maximum size. */
export class DatabaseFull extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, "The database is full");
    this.name = "DatabaseFull";
  }
}

/** A person has as many rows of this kind as they may. */
export class OverShare extends Error {
  readonly kind: "history" | "job";

  constructor(kind: OverShare["kind"]) {
    super(`A person has too much of this kind stored: ${kind}`);
    this.name = "OverShare";
    this.kind = kind;
  }
}
