import auth from "./auth";
import common from "./common";
import errors from "./errors";
import forms from "./forms";
import home from "./home";
import profile from "./profile";
import sellers from "./sellers";

export default { auth, common, errors, forms, home, profile, sellers };
