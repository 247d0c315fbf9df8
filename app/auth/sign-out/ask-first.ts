/** In the query of the sign-out page: ask before anything ends, whatever led there. */
export const ASK_FIRST = "ask";
