export default {
  taken: "A seller like this already exists. Check the email address and MPK, or look for the seller in the list.",
  changedField: "Changed in the meantime ({{by}}).",
  merged: "Changes to other fields are already in the form: {{fields}}.",
  /** Who changed it: stands within `changedField`. */
  author: {
    self: "in another tab, by you, {{when}}",
    other: "{{name}}, {{when}}",
    elsewhere: "outside the panel",
    unknown: "it isn’t known by whom",
  },
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
  noRoom: {
    database: "Not saved: the panel has run out of room for data. You can still look at the data. Try again later.",
    history:
      "Not saved: your bulk operations already take all the room that the history has for you. Choose fewer sellers.",
    person: "Not saved: you have too many unfinished bulk operations. Wait until one of them has ended.",
  },
  /** On the page for a seller who isn't there. */
  missingSeller: {
    message: "This seller isn’t in the sellers system.",
    description: "Check the address, or go back to the list and look there.",
    addAnew: "Add what you typed as a new seller",
  },
  inProgress: "This form is being saved right now. Wait a moment and check the list of sellers.",
  /** `?draft=` names a form that was sent. */
  formSaved: "What was typed here is saved already.",
  /** `?draft=` names no stored draft. */
  formGone:
    "What was typed here is no longer kept: we keep it for a day at most, and only for the person who typed it. Check what is saved.",
  statusFailed: "The account’s state couldn’t be changed: the sellers system refused the change. {{reason}}",
  noteChanged:
    "Somebody has changed this note since you opened it. Saved now: “{{note}}”. Your text is in the field: combine them and choose “Save”.",
  noteRemoved:
    "Somebody has removed this note since you opened it. Your text is in the field: choose “Save” to keep it.",
  statusChanging:
    "The account’s state wasn’t changed: somebody is changing this seller right now. Try again in a moment.",
  statusUnknown:
    "It isn’t known whether the account’s state has changed. Check it beside the seller’s name and try again.",
  statusNotChanged:
    "It isn’t known whether this was saved: the answer got lost. We have checked the seller’s details, and the account is still enabled. You can choose “Disable account” again.",
  already: {
    inactive: "The account of “{{name}}” is already disabled.",
    active: "The account of “{{name}}” is already enabled.",
  },
  alreadyWithoutReason:
    "The account of “{{name}}” is already disabled, so nothing was changed. The reason wasn’t saved either.",
  /** After `alreadyWithoutReason`. */
  othersUnsaved: "Your other changes are in the form: choose “Save” to save them.",
  expired: "This page was open for too long, or somebody else has signed in since. Check the details and try again.",
  incomplete: "It couldn’t be saved: data of the form is missing. Open it again from the list of sellers.",
  unknownUndone: "The answer got lost. We checked: nothing was saved. You can choose “Save” again.",
  statusUnchecked:
    "It isn’t known whether this was saved: the answer got lost, and the sellers system is unavailable right now. Try again in a moment: we will first check whether the account’s state has already changed.",
};
