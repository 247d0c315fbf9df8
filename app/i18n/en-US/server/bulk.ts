/** What the server says before many accounts are changed at once. */
export default {
  title: { enable: "Enabling many accounts", disable: "Disabling many accounts" },
  question: {
    enable_one: "Enable the account of {{count, number}} seller?",
    enable_other: "Enable the accounts of {{count, number}} sellers?",
    disable_one: "Disable the account of {{count, number}} seller?",
    disable_other: "Disable the accounts of {{count, number}} sellers?",
  },
  already_one: "{{count, number}} account is in this state already and will be skipped.",
  already_other: "{{count, number}} accounts are in this state already and will be skipped.",
  effect: {
    enable: "The sellers get their access back. All of it can be undone afterwards.",
    disable: "The sellers lose their access. Their details stay, and all of it can be undone afterwards.",
  },
  confirm: { enable: "Enable accounts", disable: "Disable accounts" },
  sample: "Chosen sellers",
  more_one: "…and {{count, number}} more",
  more_other: "…and {{count, number}} more",
  changed: "The number of matching sellers has changed, so nothing was changed. Check it and confirm once more.",
  tooMany: "At most {{most, number}} accounts can be changed at once. Narrow the search on the list and try again.",
  tooManyTicked:
    "At most {{most, number}} sellers can be ticked. To change more, narrow the list and choose all that match.",
  nobody: "No seller matches this search any more, so there is nothing to change.",
  none: "Nobody was chosen, so nothing was changed.",
  starting: "This job is just starting. You will find it on this list in a moment.",
  jobs: "Jobs",
  jobsHint: "To enable or disable many accounts at once, choose sellers on the list and then what to do with them.",
  recent: "Your latest jobs",
  noRecent: "There are no jobs yet.",
  toList: "Go to the list",
};
