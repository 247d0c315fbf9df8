import accessibility from "./page/accessibility";
import auth from "./page/auth";
import common from "./page/common";
import errors from "./page/errors";
import history from "./page/history";
import home from "./page/home";
import imports from "./page/import";
import jobs from "./page/jobs";
import keyboard from "./page/keyboard";
import privacy from "./page/privacy";
import profile from "./page/profile";
import sellers from "./page/sellers";
import files from "./server/files";
import forms from "./server/forms";
import listing from "./server/listing";
import problems from "./server/problems";
import signin from "./server/signin";
import undo from "./server/undo";
import upload from "./server/upload";

/** What a browser may load: the words of pages. */
const page = {
  accessibility,
  auth,
  common,
  errors,
  history,
  home,
  import: imports,
  jobs,
  keyboard,
  privacy,
  profile,
  sellers,
};
/** What only the server says: its answers travel as finished text. */
const server = { files, forms, listing, problems, signin, undo, upload };

export default { page, server };
