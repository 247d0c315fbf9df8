import browser from "./browser";
import forms from "./forms";
import problems from "./problems";

export default { ...browser, forms, problems };
