export default {
  product: "Franchisee panel",
  role: "FRANCHISEE",
  titleError: "Error: {{title}}",
  skipToContent: "Skip to content",
  navigation: {
    label: "Main navigation",
    home: "Dashboard",
    sellers: "Sellers",
    history: "Change history",
  },
  account: {
    label: "Account: {{name}}",
    anonymous: "My account",
    profile: "Profile",
    preferences: "Settings",
    signOut: "Sign out",
  },
  ownSeller: "Your seller details",
  days: { range: "Date range", from: "Start date", to: "End date", format: "DD.MM.YYYY" },
  language: {
    label: "Language",
  },
  notice: {
    success: "Done",
    info: "Information",
    warning: "Warning",
    error: "Error",
    dismiss: "Close this message",
  },
  sessionEnded: {
    title: "Your session has expired",
    message: "What you typed on this page isn’t lost. Sign in in a new tab, come back here, and only then save.",
    signIn: "Sign in in a new tab",
  },
  sessionExpiry: {
    title: "Your session will expire at {{time}}",
    idle: "The panel hasn’t been used for a while. You can extend the session and go on. What you typed stays as it is.",
    fixed: "Sign in again in a new tab, then come back here. This page and what you typed stay as they are.",
    stay: "Stay signed in",
    stayed: "Session extended",
    failed: "The session couldn’t be extended. Try again.",
  },
  connection: {
    unreachable: {
      title: "No connection to the panel",
      message: "Check your internet connection and try again.",
    },
    restored: {
      title: "The connection is back",
      message: "The form hasn’t been sent yet.",
    },
    away: {
      title: "The panel is unavailable for a moment",
      message: "This usually passes soon, for example while the panel is being updated.",
    },
    busy: {
      title: "Too many attempts",
      message: "Wait a moment and try again.",
    },
    foreign: {
      title: "Another page answered instead of the panel",
      message: "This network may want you to sign in. Open any page in a new tab, then try again.",
    },
    kept: "What you typed or chose is still on this page.",
    sendAgain: "Send again",
  },
  spinner: {
    loading: "Loading…",
    leaving: "Taking you there…",
  },
  copy: {
    button: "Copy: {{name}}",
    copied: "Copied: {{name}}",
    failed: "It couldn’t be copied. Select the text and copy it with the keyboard.",
  },
  unsaved: {
    title: "You have unsaved changes",
    message: "If you leave this page, you will lose what you typed.",
    stay: "Stay",
    discard: "Discard changes",
  },
  sending: {
    title: "Still sending",
    message:
      "If you leave this page now, you won’t see the result, and if sending fails, you will lose what you typed.",
    discard: "Leave the page",
  },
  tryAgain: "Try again",
  commands: "Find",
  commandsFailed:
    "“Find” couldn’t be opened. Check your connection and try again; if that doesn’t help, reload the page.",
  accessibility: "Accessibility statement",
  privacy: "Privacy",
  help: "Help",
  save: "Save",
  cancel: "Cancel",
  search: "Search",
  noData: "No data",
  perPage: "per page",
  required: "(required)",
};
