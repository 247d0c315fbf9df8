/** What the server says before many sellers are changed at once. */
export default {
  title: {
    enable_one: "Enabling an account",
    enable_other: "Enabling many accounts",
    disable_one: "Disabling an account",
    disable_other: "Disabling many accounts",
    change_one: "Changing a seller’s details",
    change_other: "Changing many sellers’ details",
  },
  question: {
    enable_one: "Enable the account of {{count, number}} seller?",
    enable_other: "Enable the accounts of {{count, number}} sellers?",
    disable_one: "Disable the account of {{count, number}} seller?",
    disable_other: "Disable the accounts of {{count, number}} sellers?",
    change_one: "What to change for {{count, number}} seller?",
    change_other: "What to change for {{count, number}} sellers?",
  },
  already: {
    enable_one: "{{count, number}} account is already enabled and will be skipped.",
    enable_other: "{{count, number}} accounts are already enabled and will be skipped.",
    disable_one: "{{count, number}} account is already disabled and will be skipped.",
    disable_other: "{{count, number}} accounts are already disabled and will be skipped.",
  },
  effect: {
    enable_one: "The seller will regain access. You can undo the change later.",
    enable_other: "The sellers will regain access. You can undo the change later.",
    disable_one: "The seller will lose access. Their details stay, and you can undo the change later.",
    disable_other: "The sellers will lose access. Their details stay, and you can undo the change later.",
    change_one: "The seller gets this value instead of the current one. You can undo the change later.",
    change_other: "All of them get the same value instead of the current ones. You can undo the change later.",
  },
  confirm: {
    enable_one: "Enable account",
    enable_other: "Enable accounts",
    disable_one: "Disable account",
    disable_other: "Disable accounts",
    change_one: "Change {{count, number}} seller",
    change_other: "Change {{count, number}} sellers",
  },
  change: {
    field: "What to change",
    value: "New value",
    hint: "An empty value removes the first or last name. Display name and MPK are required.",
  },
  sample: "Chosen sellers",
  more_one: "…and {{count, number}} more",
  more_other: "…and {{count, number}} more",
  changed: "The number of matching sellers has changed, so no account was changed. Check the number and confirm again.",
  tooMany: "At most {{most, number}} accounts can be changed at once. Narrow the search in the list and try again.",
  tooManyTicked:
    "At most {{most, number}} sellers can be selected. To change more accounts, narrow the list and select all that match.",
  nobody: "No seller matches this search anymore, so there is nothing to change.",
  otherOrder:
    "This form has already started another operation. Check it in the list of operations. To order this one too, confirm once more.",
  starting: "This operation is just starting. You will find it in this list in a moment.",
  questionGone:
    "This confirmation has expired or belongs to somebody else. If the operation was started, it is in the list below.",
  jobs: "Bulk operations",
  jobsHint:
    "To change many sellers at once, select them in the list and choose “Enable accounts”, “Disable accounts” or “Change details…”.",
  recent: "Your latest bulk operations",
  noRecent: "There are no bulk operations yet.",
  toList: "Go to the list",
};
