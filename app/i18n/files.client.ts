/**
 * A chunk for each namespace of each language, so that a browser loads one language and only what its pages say.
 * What only the server says (files, form messages, problems, failed sign-ins, what undoing answers, questions about
 * many accounts and how jobs end) is left out.
 */
export const files = import.meta.glob<{ default: object }>([
  "./pl/*.ts",
  "./en-US/*.ts",
  "!./*/{index,bulk,files,forms,outcomes,problems,signin,undo}.ts",
]);
