export default {
  click: "click",
  palette: {
    close: "Close",
    placeholder: "Find a seller or a command",
    nothing: "No results",
    refused: "You aren’t allowed to search the sellers.",
    import: "Import sellers",
    searchFor: "Search the list for “{{q}}”",
    groups: {
      here: "On this page",
      views: "Show in the list",
      recent: "Opened lately",
      go: "Go to",
    },
  },
  shortcut: {
    search: "Go to the search field",
    send: "In the form: save and add another. In the import: check pasted rows",
    edit: "Edit the seller’s details",
    next: "Next row of the list, next seller or next page",
    previous: "Previous row of the list, previous seller or previous page",
    tick: "Select or deselect the list’s row",
    range: "Select the rows from the last selected one to the clicked one",
    rowMenu: "Open the row’s menu: correct data, disable the account, copy the email address",
  },
  help: {
    keys: "Keys",
    needScripts:
      "Shortcuts and the “Find” window need JavaScript, which is switched off in this browser. Everything else works without it.",
    off: "Shortcuts are off.",
    whenTyping: "Single keys don’t work while you type in a field. On a Mac press ⌘ instead of Ctrl.",
    howItWorks: "How it works",
    settings: "Turn shortcuts on or off in the settings",
  },
  topic: {
    conflict: {
      title: "Two people, one seller",
      text: "Changes to different fields are merged automatically. When somebody changes the same field, you see both values and choose one. Nothing is overwritten without asking.",
    },
    undo: {
      title: "Undoing changes",
      text: "The history covers the changes made in this panel. Changes to details and to an account’s state can be undone. Adding a seller can’t, but the account can be disabled.",
    },
    bulk: {
      title: "Many sellers at once",
      text: "Select sellers in the list. You can enable or disable their accounts, give them the same name, first name, last name or MPK, or copy their email addresses. The bulk operation runs on the server, so you can close the browser, and retry later what failed.",
    },
    notes: {
      title: "Notes",
      text: "You add a note on the seller’s page. Everybody who sees the seller sees it. The column of notes is switched on in “Look of the table”.",
    },
    views: {
      title: "Saved views",
      text: "You save the filters and the sort order of the list under a name of your own in “Views”. The default view is what “Sellers” in the menu opens.",
    },
    import: {
      title: "Import from a file or pasted rows",
      text: "A CSV, XLSX, XLS or ODS file, or rows copied from a sheet, are first checked row by row. Nothing is saved until you confirm it.",
    },
  },
};
