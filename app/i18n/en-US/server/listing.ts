/** What the forms of the list of sellers answer. Only the server says it. */
export default {
  /** The list couldn't be loaded, so the page still shows the previous one. */
  failed: {
    search: "The sellers couldn’t be searched",
    list: "The list of sellers couldn’t be loaded",
    stays: "The list below is still the previous one.",
  },
  /** A part of the list's address couldn't be used. */
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
  viewNameReplaceable:
    "You already have a view “{{name}}”, and it shows something else. Type another name, or replace it.",
  viewGone: "The view wasn’t renamed to “{{name}}”: it no longer exists.",
  viewDeleted: "The view “{{name}}” was deleted",
  viewRestored: "The view “{{name}}” was restored",
  tooManyViews: "At most {{count, number}} views can be saved. Delete one of them and try again.",
  tooManySelected:
    "At most {{count, number}} sellers can be selected. Narrow the list by a filter and select all that match.",
  page: "Page",
};
