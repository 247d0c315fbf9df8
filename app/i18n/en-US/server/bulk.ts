/** What the server says before many accounts are changed at once. */
export default {
  title: {
    enable_one: "Enabling an account",
    enable_other: "Enabling many accounts",
    disable_one: "Disabling an account",
    disable_other: "Disabling many accounts",
  },
  question: {
    enable_one: "Enable the account of {{count, number}} seller?",
    enable_other: "Enable the accounts of {{count, number}} sellers?",
    disable_one: "Disable the account of {{count, number}} seller?",
    disable_other: "Disable the accounts of {{count, number}} sellers?",
  },
  already: {
    enable_one: "{{count, number}} account is enabled already and will be skipped.",
    enable_other: "{{count, number}} accounts are enabled already and will be skipped.",
    disable_one: "{{count, number}} account is disabled already and will be skipped.",
    disable_other: "{{count, number}} accounts are disabled already and will be skipped.",
  },
  effect: {
    enable_one: "The seller gets their access back. You can undo the change afterwards.",
    enable_other: "The sellers get their access back. You can undo the change afterwards.",
    disable_one: "The seller loses their access. Their details stay, and you can undo the change afterwards.",
    disable_other: "The sellers lose their access. Their details stay, and you can undo the change afterwards.",
  },
  confirm: {
    enable_one: "Enable account",
    enable_other: "Enable accounts",
    disable_one: "Disable account",
    disable_other: "Disable accounts",
  },
  sample: "Chosen sellers",
  more_one: "…and {{count, number}} more",
  more_other: "…and {{count, number}} more",
  changed: "The number of matching sellers has changed, so nothing was changed. Check it and confirm once more.",
  tooMany: "At most {{most, number}} accounts can be changed at once. Narrow the search on the list and try again.",
  tooManyTicked:
    "At most {{most, number}} sellers can be selected. To change more accounts, narrow the list and select all that match.",
  nobody: "No seller matches this search any more, so there is nothing to change.",
  starting: "This operation is just starting. You will find it on this list in a moment.",
  questionGone:
    "This question is no more: its operation was started, a day has passed, or somebody else was asked. If it was started, it is in the list below.",
  jobs: "Bulk operations",
  jobsHint:
    "To enable or disable many accounts at once, select sellers on the list and choose “Enable accounts” or “Disable accounts”.",
  recent: "Your latest bulk operations",
  noRecent: "There are no bulk operations yet.",
  toList: "Go to the list",
};
