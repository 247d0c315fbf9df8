import auth from "./auth";
import common from "./common";
import errors from "./errors";
import files from "./files";
import forms from "./forms";
import history from "./history";
import home from "./home";
import problems from "./problems";
import profile from "./profile";
import sellers from "./sellers";
import signin from "./signin";
import undo from "./undo";

export default { auth, common, errors, files, forms, history, home, problems, profile, sellers, signin, undo };
