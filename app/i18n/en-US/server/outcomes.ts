/** What the server says about jobs and their items. */
export default {
  title: {
    enable: "Enabling accounts",
    disable: "Disabling accounts",
    undo: "Undoing changes",
    import: "Import of “{{fileName}}”",
  },
  origin: {
    retry: "Tries again what failed in the earlier job",
    undo: "Takes back what the earlier job changed",
  },
  state: {
    running: "Running",
    resting: "Waiting for the seller system",
    paused: "Paused",
    stopped: "Stopped",
    finished: "Finished",
  },
  hint: {
    resting: "The seller system does not answer. The job goes on by itself as soon as it does.",
    running: "You can close this page. The job goes on at the server, and its result will be at this address.",
    paused:
      "The job waits, because the session that it worked in has ended or its owner had no access to the panel. Choose “Resume” and it goes on. After signing in it goes on by itself.",
    stopped: "Items that were not reached were not changed.",
  },
  reason: {
    already: "The account is in this state already.",
    same: "The seller holds these values already.",
    addedOnly: "The seller was added, but the account's state wasn't set. Try again, or set it on the seller's page.",
    created: "The seller system removes no records. Disable the seller's account instead.",
    alreadyUndone: "This change has already been undone.",
    notDone: "There is nothing to undo.",
    changedSince: "Somebody has changed the details since, so they were left alone.",
    gone: "This seller no longer exists.",
    refused: "The seller system refused.",
    taken: "The seller system refused, because this conflicts with what it holds already.",
    changing: "Somebody else is changing this seller right now. Try again in a moment.",
    forbidden: "You may not change this seller.",
    timeout: "The seller system did not answer in time. Try again later.",
    unreachable: "The seller system did not answer for a long time. Try again later.",
    lostAnswer: "No answer came. Trying again finds out if the change was made.",
    fault: "The panel failed. Try again, and if that does not help, tell your administrator.",
  },
  expired: "This page was open for too long. Try once more.",
  nothingToDo: "There is nothing to do.",
};
