/** What the forms of the list of sellers answer. Only the server says it. */
export default {
  ignored: {
    q: "Search text",
    mpk: "MPK starts with",
    page: "Page",
    size: "Sellers per page",
  },
  /** The list couldn't be had; the page still shows the one before. */
  failed: {
    search: "The sellers couldn’t be searched",
    list: "The list of sellers couldn’t be loaded",
    refused: "You aren’t allowed to see this list.",
    errorAnswer: "The sellers system answered with an error.",
    badAnswer: "The sellers system gave an invalid answer.",
    unreachable: "The sellers system doesn’t answer.",
    panel: "The panel has too many requests right now.",
    stays: "The list below is still the previous one.",
  },
  /** What of the list’s address couldn’t be used. */
  unusable: {
    status: "We left out an unknown account state in the address",
    names: "We left out an unknown filter of names in the address",
    same: "We left out an unknown filter of duplicates in the address",
    sort: "We left out an unknown sort order in the address",
    dates: "We left out an unknown range of dates in the address",
    other: "We left out a part of the address. {{reason}}",
  },
  viewSaved: "The view “{{name}}” was saved",
  viewRenamed: "The view is now called “{{name}}”",
  viewIsDefault: "“Sellers” in the menu now opens the view “{{name}}”. The tab “All” shows all sellers.",
  noDefaultView: "“Sellers” in the menu opens the list of all sellers again.",
  noSuchView: "The default view wasn’t changed: that view no longer exists.",
  viewNameTaken: "Another view already has this name. Type a different one.",
  viewNameHeld: "You already have a view “{{name}}”, and it shows something else. Type another name, or replace it.",
  viewGone:
    "The view wasn’t renamed to “{{name}}”: it no longer exists. If you still need it, set the filters and choose “Save view”.",
  viewDeleted: "The view “{{name}}” was deleted",
  viewRestored: "The view “{{name}}” was restored",
  tooManyViews: "At most {{count, number}} views can be saved. Delete one of them and try again.",
  nobodyToExport: "No seller is selected. Select the sellers whose data you want to export.",
  tooManySelected:
    "At most {{count, number}} sellers can be selected. Narrow the list by a filter and select all that match.",
};
