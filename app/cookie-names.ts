/* The session's cookie, and those that scripts set and the server reads. */

/** Holds the session's id; over https its name is `__Host-session`. */
export const SESSION_COOKIE = "session";

/** Says `on` where scripts run. */
export const SCRIPTS_COOKIE = "scripts";

/** Holds the id of the message that a page shows. */
export const FLASH_SEEN_COOKIE = "flash-seen";

/** Says of which build the browser has the style sheets. */
export const SHEETS_COOKIE = "sheets";
