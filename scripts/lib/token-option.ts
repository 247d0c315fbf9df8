import { readFileSync } from "node:fs";

/** Two ways to give a command an access token. An argument shows in the machine's list of processes. */
export const tokenOptions = { token: { type: "string" }, "token-file": { type: "string" } } as const;

type Values = { token?: string; "token-file"?: string };

/** The file `-` is the standard input. @throws Error if the file can't be read */
export function tokenOf({ token, "token-file": file }: Values): string | undefined {
  return file === undefined ? token : readFileSync(file === "-" ? 0 : file, "utf8").trim();
}

/** Returns a message about wrong options only if it can't quote a token, as `demo ey…` would. */
export function optionFault(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" || syscall ? `${message}\n` : "";
}
