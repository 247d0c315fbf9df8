import auth from "./auth";
import bulk from "./bulk";
import common from "./common";
import errors from "./errors";
import files from "./files";
import forms from "./forms";
import history from "./history";
import home from "./home";
import imports from "./import";
import jobs from "./jobs";
import keyboard from "./keyboard";
import listing from "./listing";
import outcomes from "./outcomes";
import problems from "./problems";
import profile from "./profile";
import sellers from "./sellers";
import signin from "./signin";
import undo from "./undo";
import upload from "./upload";

export default {
  auth,
  bulk,
  common,
  errors,
  files,
  forms,
  history,
  home,
  import: imports,
  jobs,
  listing,
  keyboard,
  outcomes,
  problems,
  profile,
  sellers,
  signin,
  undo,
  upload,
};
