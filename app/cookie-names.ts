/* Cookies that scripts set and the server reads; the server's own are in their modules. */

/** Says `on` where scripts run. */
export const SCRIPTS_COOKIE = "scripts";

/** Holds the id of the message that a page shows. */
export const FLASH_SEEN_COOKIE = "flash-seen";

/** Says of which build the browser has the style sheets. */
export const SHEETS_COOKIE = "sheets";
