/** What the server says about jobs and their items. */
export default {
  title: {
    enable: "Enabling accounts",
    disable: "Disabling accounts",
    change: {
      displayName: "Changing the display name to “{{value}}”",
      firstName: "Changing the first name to “{{value}}”",
      surname: "Changing the last name to “{{value}}”",
      mpk: "Changing the MPK to “{{value}}”",
    },
    clear: "Removing details ({{field}})",
    undo: "Undoing changes",
    import: "Import of “{{fileName}}”",
    importPasted: "Import of pasted rows",
  },
  origin: {
    retry: "Another try at what failed in the earlier operation",
    finish: "The rest of a stopped operation",
    undo: "Undoing the earlier operation’s changes",
    disable: "Disabling the accounts that the earlier operation added",
  },
  state: {
    running: "Running",
    backingOff: "Waiting for the sellers system",
    backingOffSignIn: "Waiting for the sign-in system",
    backingOffDirectory: "Waiting for the company’s directory",
    paused: "Paused",
    stopped: "Stopped",
    finished: "Finished",
  },
  hint: {
    backingOff:
      "The sellers system doesn’t answer, or asks for a break. The operation will continue by itself. To try right away, choose “Resume”.",
    backingOffSignIn:
      "The sign-in system doesn’t answer, or asks for a break. The operation will continue by itself. To try right away, choose “Resume”.",
    backingOffDirectory:
      "The company’s directory doesn’t confirm your access to this panel now. The operation will continue by itself once it does. To try right away, choose “Resume”.",
    running: "You can close this page. The operation runs on the server, and its result will be at this address.",
    paused:
      "The operation is waiting: your session has expired, you were signed out, or the panel was unavailable to you for some time. Choose “Resume” to continue. After you sign in again, it continues by itself.",
    stopped: "Items that were not reached were not changed.",
    finishedBy: "The items that were not reached were taken over by another operation.",
  },
  reason: {
    alreadyEnabled: "The account is already enabled.",
    alreadyDisabled: "The account is already disabled.",
    noLongerMatches: "The seller doesn’t match the filter that the operation was started with.",
    same: "The seller already has these values.",
    addedOnly: "The seller was added, but the account’s state wasn’t set. Try again, or set it on the seller’s page.",
    created: "The sellers system doesn’t allow deleting sellers. Disable the account instead.",
    alreadyUndone: "This change has already been undone.",
    notDone: "There is nothing to undo.",
    changedSince: "Somebody has changed the details since then, so they were left as they are.",
    undonePartly: "Some fields have been changed since then and stay as they are. The others were undone.",
    gone: "This seller no longer exists.",
    refused: "The sellers system refused the change.",
    taken: "The sellers system refused the change: it conflicts with existing data.",
    changing: "Somebody else is changing this seller right now. Try again in a moment.",
    forbidden: "You aren’t allowed to change this seller.",
    timeout: "The sellers system did not answer in time. Try again later.",
    unreachable: "The sellers system did not answer for a long time. Try again later.",
    signInUnreachable: "The sign-in system did not answer for a long time. Try again later.",
    badAnswer: "The sellers system gave an invalid answer. Try again later.",
    lostAnswer: "No answer came. Trying again will show whether the change was made.",
    unreadable:
      "The stored data of this item can’t be read: another version of the panel may have written it. If trying again doesn’t help, start the operation over.",
    fault: "An error occurred in the panel. Try again, and if that doesn’t help, try later.",
  },
  fileName: "results",
  nameless: "Seller with an unknown name",
  /** How many items ended otherwise than done, in a list. */
  items: {
    failed_one: "{{count, number}} failed",
    failed_other: "{{count, number}} failed",
    unknown: "not known: {{count, number}}",
    skipped_one: "{{count, number}} skipped",
    skipped_other: "{{count, number}} skipped",
    notRun_one: "{{count, number}} not done",
    notRun_other: "{{count, number}} not done",
  },
  /** A job that is over, told wherever its owner is. */
  news: {
    many: "Bulk operations finished: {{count, number}}.",
    see: "See the results",
  },
  expired: "This page was open for too long, or somebody else has signed in since. Try again.",
  toFinisher: "See the operation that does the rest",
  isFinisher: "This operation does the rest of the stopped one.",
  nothingToDo: "There is nothing to do.",
};
