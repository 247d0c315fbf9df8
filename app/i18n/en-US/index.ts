import browser from "./browser";
import forms from "./forms";
import problems from "./problems";
import undo from "./undo";

export default { ...browser, forms, problems, undo };
