/** Contains the session's id. Over https its name is `__Host-session`. */
export const SESSION_COOKIE = "session";

/** `on` if the browser runs scripts. */
export const SCRIPTS_COOKIE = "scripts";

/** The id of the last flash that a page has shown. */
export const FLASH_SEEN_COOKIE = "flash-seen";

/** The build whose style sheets the browser has cached. */
export const SHEETS_COOKIE = "sheets";
