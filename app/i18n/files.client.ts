/**
 * A chunk for each namespace of each language, so that a browser loads one language and only what its pages say.
 * Form messages, problems and what undoing answers are said by the server alone.
 */
export const files = import.meta.glob<{ default: object }>([
  "./pl/*.ts",
  "./en-US/*.ts",
  "!./*/{index,forms,problems,undo}.ts",
]);
