/** What the server says about jobs and their items. */
export default {
  title: {
    enable: "Enabling accounts",
    disable: "Disabling accounts",
    undo: "Undoing changes",
    import: "Import of “{{fileName}}”",
  },
  origin: {
    retry: "Another try of what was to be checked in the earlier operation",
    finish: "The rest of an operation that was stopped",
    undo: "Undoing of the earlier operation's changes",
    disable: "Disabling of the accounts that the earlier operation added",
  },
  state: {
    running: "Running",
    resting: "Waiting for the sellers system",
    paused: "Paused",
    stopped: "Stopped",
    finished: "Finished",
  },
  hint: {
    resting: "The sellers system does not answer. The operation goes on as soon as it does.",
    running: "You can close this page. The operation goes on at the server, and its result will be at this address.",
    paused:
      "The operation waits: your session has expired, you were signed out, or the panel was unavailable to you for some time. Choose “Resume” to continue. After signing in again it goes on by itself.",
    stopped: "Items that were not reached were not changed.",
  },
  reason: {
    already: "The account was in this state already: it didn't have to be changed.",
    alreadyEnabled: "The account is enabled already.",
    alreadyDisabled: "The account is disabled already.",
    same: "The seller holds these values already.",
    addedOnly: "The seller was added, but the account's state wasn't set. Try again, or set it on the seller's page.",
    created: "The sellers system doesn't allow deleting sellers. Disable the account instead.",
    alreadyUndone: "This change has already been undone.",
    notDone: "There is nothing to undo.",
    changedSince: "Somebody has changed the details since, so they were not changed.",
    undonePartly: "Some fields have been changed since and stay as they are. The others were undone.",
    gone: "This seller no longer exists.",
    refused: "The sellers system refused the change.",
    taken: "The sellers system refused the change: it conflicts with existing data.",
    changing: "Somebody else is changing this seller right now. Try again in a moment.",
    forbidden: "You may not change this seller.",
    timeout: "The sellers system did not answer in time. Try again later.",
    unreachable: "The sellers system did not answer for a long time. Try again later.",
    badAnswer: "The sellers system gave an invalid answer. Try again later.",
    lostAnswer: "No answer came. Trying again finds out if the change was made.",
    unreadable:
      "What was stored of this item can't be read: another version of the panel may have written it. If trying again does not help, carry out the operation anew.",
    fault: "The panel failed. Try again, and if that does not help, tell your administrator.",
  },
  nameless: "Seller whose name isn't known",
  /** How many items ended so, in a list. */
  items: {
    done_one: "{{count, number}} done",
    done_other: "{{count, number}} done",
    failed_one: "{{count, number}} failed",
    failed_other: "{{count, number}} failed",
    unknown_one: "{{count, number}} unknown result",
    unknown_other: "{{count, number}} unknown results",
    skipped_one: "{{count, number}} skipped",
    skipped_other: "{{count, number}} skipped",
  },
  /** A job that is over, told wherever its owner is. */
  news: {
    one: "Finished: {{title}}. Items: {{items}}.",
    many: "Bulk operations finished: {{count, number}}.",
    see: "See the results",
  },
  expired: "This page was open for too long, or somebody else has signed in meanwhile. Try once more.",
  nothingToDo: "There is nothing to do.",
};
