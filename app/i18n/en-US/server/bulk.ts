/** What the server says before many sellers are changed at once. */
export default {
  title: {
    enable: "Enabling accounts",
    disable: "Disabling accounts",
    change: "Changing sellers’ details",
  },
  question: {
    enable_one: "Enable the account of {{count, number}} seller?",
    enable_other: "Enable the accounts of {{count, number}} sellers?",
    disable_one: "Disable the account of {{count, number}} seller?",
    disable_other: "Disable the accounts of {{count, number}} sellers?",
    change: "What to change?",
  },
  effect: {
    enable: "Access comes back. You can undo the change later.",
    disable: "Access ends, and the details stay. You can undo the change later.",
    change: "The same value replaces the current ones. You can undo the change later.",
  },
  confirm: {
    enable: "Enable accounts ({{count, number}})",
    disable: "Disable accounts ({{count, number}})",
    change: "Change details ({{count, number}})",
  },
  change: {
    value: "New value",
    otherField: "This field can’t be changed for many sellers. Choose another one.",
    hint: "An empty value removes the first or last name. Display name and MPK are required.",
  },
  sample: "Chosen sellers",
  more: "…and {{count, number}} more",
  listChanged: "The list changed while it was being read, so nothing was changed. Try again in a moment.",
  changed: "The number of matching sellers has changed, so no account was changed. Check the number and confirm again.",
  tooMany: "At most {{most, number}} accounts can be changed at once. Narrow the search in the list and try again.",
  nobody: "No seller matches this search anymore, so there is nothing to change.",
  otherOrder:
    "This form has already started another operation. Check it in the list of operations. To order this one too, confirm once more.",
  starting: "This operation is just starting. You will find it in this list in a moment.",
  questionGone:
    "This confirmation has expired or belongs to somebody else. If the operation was started, it is in the list of operations.",
  jobs: "Bulk operations",
  jobsHint:
    "To change many sellers at once, select them in the list and choose “Enable accounts”, “Disable accounts” or “Change details…”.",
  noRecent: "There are no bulk operations yet.",
  already: "Accounts that already have this state will be skipped: {{count, number}}.",
};
