import auth from "./auth";
import common from "./common";
import errors from "./errors";
import history from "./history";
import home from "./home";
import profile from "./profile";
import sellers from "./sellers";

/** The namespaces that pages use; the others are the server's alone and would only weigh on the browser. */
export default { auth, common, errors, history, home, profile, sellers };
