/*
 * The cookies that scripts of a page set and the server reads; those of the server's alone stand in the modules that set them.
 */

/** Says `on` where scripts run. */
export const SCRIPTS_COOKIE = "scripts";

/** Holds the id of the message that a page shows. */
export const FLASH_SEEN_COOKIE = "flash-seen";

/** Says of which build the browser has the style sheets. */
export const SHEETS_COOKIE = "sheets";
