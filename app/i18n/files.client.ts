/**
 * A chunk for each namespace of each language, so that a browser loads one language and only what its pages say.
 * Files, form messages, problems, failed sign-ins and what undoing answers are the server's alone.
 */
export const files = import.meta.glob<{ default: object }>([
  "./pl/*.ts",
  "./en-US/*.ts",
  "!./*/{index,files,forms,problems,signin,undo}.ts",
]);
