/** What the server says about the history's days and about taking changes back. */
export default {
  restore: "Restore",
  done: "The change of seller “{{name}}” was undone",
  donePartly: "Part of the change of seller “{{name}}” was undone",
  field: {
    possible: "– will be undone",
    already: "– has its previous value already",
    changed: "– changed since: {{who}}, {{when}}",
    changedElsewhere: "– changed since outside the panel",
  },
  reversed: "The first day is later than the last one. Swap the dates.",
  refused: {
    created: "The sellers system doesn't allow deleting sellers. Instead of undoing the addition, disable the account.",
    notDone: "This change was not saved, so there is nothing to undo.",
    alreadyUndone: "This change has already been undone.",
    already: "There is nothing to undo: the fields of this change have their previous values already.",
    changedSince: "These fields have been changed since. Their newer values stay.",
    changedPartly: "Some fields have been changed since, and their newer values stay. The others can be undone.",
    missing: "This change is no longer in the history. Reload the list of changes.",
    expired: "This page was open for too long. Check the change and choose “Undo” once more.",
    running: "This change is being undone right now. Wait a moment and reload the list of changes.",
    unknown: "It is not known if the change was undone: no answer came. Check the seller before you try again.",
    rejected: "The sellers system did not accept the previous values. {{reason}}",
    noRoom: "Not undone: the panel has run out of room for data. Tell the administrator and try again later.",
    taken: "Another seller has the previous values by now. Check the e-mail address and the MPK.",
  },
};
