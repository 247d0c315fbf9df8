/** docs/product.md §3: `initial` until the directory has answered for a signed-in person, and where it isn't to be said. */
export type ApplicationStatus = "initial" | "success" | "unauthorized";
