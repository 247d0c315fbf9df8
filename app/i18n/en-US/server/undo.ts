/** What the server says about the history's days and about taking changes back. */
export default {
  restore: "Restore",
  done: "The change to “{{name}}” was undone",
  donePartly: "Part of the change to “{{name}}” was undone",
  field: {
    possible: "– will be undone",
    restored: "– already has its previous value",
    changed: "– changed since then: {{who}}, {{when}}",
    changedElsewhere: "– changed since then outside the panel",
  },
  tooManySellers:
    "Too many sellers match, so only the changes of some of them were checked. Enter a more precise name.",
  formerOmitted:
    "Former values were checked for only some of the sellers, so the list may be incomplete. Narrow the range of dates to check the others.",
  file: {
    at: "When",
    id: "Seller’s identifier",
    was: "Was",
    is: "Is",
    undone: "Undone",
    cut: "These aren’t all the changes: the file ends after {{count, number}}. Narrow the date range or the filters.",
  },
  reversed: "The start date is later than the end date. Swap the dates.",
  refused: {
    notDone: "This change was not saved, so there is nothing to undo.",
    restored: "There is nothing to undo: the fields of this change already have their previous values.",
    changedSince: "These fields have been changed since then. Their newer values stay.",
    changedPartly: "Some fields have been changed since then, and their newer values stay. The others can be undone.",
    missing: "This change is no longer in the history. Reload the list of changes.",
    running: "This change is being undone right now. Wait a moment and reload the list of changes.",
    unknown: "We don’t know whether the change was undone: no answer came. Check the seller before you try again.",
    rejected: "The sellers system did not accept the previous values. {{reason}}",
    taken: "Another seller already has the previous values. Check the email address and the MPK.",
  },
};
