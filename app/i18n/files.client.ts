/**
 * A chunk for each namespace of each language, so that a browser loads one language and only what its pages say.
 * What only the server says (files, form messages, problems, failed sign-ins, what undoing and the list's own forms
 * answer, questions about many accounts, how jobs end and what is wrong with a file) is left out.
 */
export const files = import.meta.glob<{ default: object }>([
  "./pl/*.ts",
  "./en-US/*.ts",
  "!./*/{index,bulk,files,forms,listing,outcomes,problems,signin,undo,upload}.ts",
]);
