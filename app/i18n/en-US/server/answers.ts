export const files = {
  fileName: {
    sellers: "sellers",
    history: "history",
    results: "results",
  },
  about: {
    sheetName: "About this export",
    all: "All sellers",
    leftOut: "without deselected ones: {{left, number}}",
    rows: "Number of sellers",
    person: "Exported by",
  },
  yes: "yes",
  no: "no",
  tooManyEmails: "At most {{most, number}} addresses can be copied at once. Narrow the list or export a CSV file.",
  tooManyRows:
    "An XLSX sheet can hold at most {{most, number}} rows, and {{total, number}} sellers match. Choose the CSV export or narrow the search.",
  tooManyOfOthers: "Too many files are being prepared for other people right now. Wait a moment and try again.",
  tooManyAtOnce:
    "We can prepare only so many files for you at once: {{count, number}}. Wait until one of them has been downloaded, and try again.",
  accessEnded:
    "These aren’t all rows: the download was stopped because you were signed out or no longer have access to the panel.",
  missing: "The list changed while it was read. Sellers missing from the file: {{count, number}}. Export it again.",
};

export const listing = {
  failed: {
    list: "The list of sellers couldn’t be loaded",
    stays: "The list below is still the previous one.",
  },
  unusable: {
    other: "We left out a part of the address. {{reason}}",
    value: "We left out an unknown value in the address",
  },
  viewSaved: "The view “{{name}}” was saved",
  viewRenamed: "The view is now called “{{name}}”",
  viewIsDefault: "“Sellers” in the menu now opens the view “{{name}}”.",
  noDefaultView: "“Sellers” in the menu opens the list of all sellers again.",
  noSuchView: "The default view wasn’t changed: that view no longer exists.",
  viewNameTaken: "Another view already has this name. Type a different one.",
  viewNameReplaceable: "You already have another view called “{{name}}”. Type another name, or replace that one.",
  viewGone: "The view wasn’t renamed to “{{name}}”: it no longer exists.",
  viewDeleted: "The view “{{name}}” was deleted",
  viewRestored: "The view “{{name}}” was restored",
  tooManyViews: "At most {{count, number}} views can be saved. Delete one of them and try again.",
  page: "Page",
};

export const problems = {
  taken: "A seller like this already exists. Check the email address and MPK, or look for the seller in the list.",
  merged_one: "Also changed: {{fields}}. You see the new value in the form.",
  merged_other: "Also changed: {{fields}}. You see the new values in the form.",
  changedBy: {
    self: "These details were changed in another tab, by you, {{when}}.",
    other: "{{name}} changed these details {{when}}.",
    elsewhere: "These details were changed outside the panel.",
    unknown: "These details were changed since you opened the form.",
  },
  whichStays: "Which value should stay?",
  refused: "The sellers system didn’t accept this. Correct it and save again.",
  fieldRefused: "The sellers system refused this value: {{reason}}",
  unknownCreated: "The answer got lost, but we checked: “{{name}}” is in the list.",
  unknownSaved: "The answer got lost, but we checked: the changes to “{{name}}” were saved.",
  unknownUnchecked:
    "The answer got lost, and the sellers system is unavailable now. Choose “Save” in a moment: we will first check whether the changes are already there.",
  alreadyCreated:
    "A seller with other details was already added from this form. If this is to be one more seller, choose “Save” again.",
  nameSuggested:
    "Display name is required. We filled in “{{name}}” from the first name and last name: check it and choose “Save”.",
  unchanged: "There were no changes, so nothing was saved.",
  conflict:
    "Another seller already has these details, or somebody is changing them right now. Check the email address and MPK, then save again.",
  earlierWrite:
    "Your earlier save of this seller is still running. Try again in a moment: it will first be checked what was saved.",
  noRoom: {
    busy: "Not saved: the panel’s database is busy at the moment. Try again in a moment.",
    database: "Not saved: the panel has run out of room for data. You can still look at the data. Try again later.",
    import: "Not saved: this file takes too much room in the panel. Split it into smaller files.",
    history: "Not saved: the history has no room left for an operation of this size. Choose fewer sellers.",
    person: "Not saved: you have too many unfinished bulk operations. Wait until one of them has ended.",
  },
  missingSeller: {
    message: "This seller isn’t in the sellers system.",
    description: "Check the address, or go back to the list and look there.",
    addAnew: "Add what you typed as a new seller",
  },
  inProgress: "This form is being saved right now. Wait a moment and check the list of sellers.",
  formSaved: "What was typed here is saved already.",
  formGone:
    "What was typed here is no longer kept: we keep it for a day at most, and only for the person who typed it. Check what is saved.",
  statusFailed: "The account’s state couldn’t be changed: the sellers system refused the change. {{reason}}",
  noteChanged:
    "Somebody has changed this note since you opened it. Saved now: “{{note}}”. Your text is in the field: combine both texts and choose “Save”.",
  noteRemoved:
    "Somebody has removed this note since you opened it. Your text is in the field: choose “Save” to keep it.",
  statusChanging:
    "The account’s state wasn’t changed: somebody is changing this seller right now. Try again in a moment.",
  statusUnknown:
    "It isn’t known whether the account’s state has changed. Check it beside the seller’s name and try again.",
  statusNotChanged:
    "It isn’t known whether this was saved: the answer got lost, and the account is still enabled. You can choose “Disable account” again.",
  already: {
    inactive: "The account of “{{name}}” is already disabled.",
    active: "The account of “{{name}}” is already enabled.",
  },
  alreadyWithoutReason:
    "The account of “{{name}}” is already disabled, so nothing was changed. The reason wasn’t saved either.",
  othersUnsaved: "Your other changes are in the form: choose “Save” to save them.",
  expired: "This page was open for too long, or somebody else has signed in since. Check the details and try again.",
  incomplete: "It couldn’t be saved: data of the form is missing. Open it again from the list of sellers.",
  unknownUndone: "The answer got lost. We checked: nothing was saved. You can choose “Save” again.",
  statusUnchecked:
    "It isn’t known whether this was saved: the answer got lost, and the sellers system is unavailable right now. Try again in a moment: we will first check the account’s state.",
};

export const signin = {
  title: {
    startAgain: "Start signing in again",
    failed: "Signing in failed",
    unavailable: "Signing in is temporarily unavailable",
  },
  problem: {
    unknown: "Signing in couldn’t be completed: it wasn’t started in this browser.",
    expired: "Too much time has passed since you started signing in. After signing in you will return to your page.",
    used: "This sign-in has already been completed and can’t be used again.",
    malformed: "The sign-in system’s answer is incomplete.",
    refused: "The sign-in system’s answer can’t be confirmed, so it was refused. Try again.",
    unavailable: "The sign-in system doesn’t answer. Try again in a moment.",
    accessDenied: "Signing in was canceled, or access was denied. Sign in again.",
    notSignedIn: "The sign-in system asks you to sign in again.",
    rejected: "The sign-in system refused this attempt. Try signing in again.",
  },
  described: "{{message}} Details: {{description}}",
};

export const undo = {
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
  file: {
    at: "When",
    id: "Seller’s identifier",
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
    unknown: "No answer came. It was checked: the change wasn’t undone. You can choose “Undo” again.",
    rejected: "The sellers system did not accept the previous values. {{reason}}",
    taken: "Another seller already has the previous values. Check the email address and the MPK.",
  },
};
