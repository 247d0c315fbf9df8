import common from "./common";
import errors from "./errors";
import forms from "./forms";
import sellers from "./sellers";

export default { common, errors, forms, sellers };
