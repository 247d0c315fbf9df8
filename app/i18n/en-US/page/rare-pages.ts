export const accessibility = {
  aim: {
    title: "What we aim for",
    text: "Everyone should be able to use the panel: with a keyboard, with a screen reader, magnified, in high contrast mode, and on a small phone. We aim for WCAG 2.1 level AA, and test for it automatically at each change of the panel. No independent auditor has examined it yet, so we don’t claim full conformance.",
  },
  limits: {
    title: "What may cause trouble",
    text: "Automated tests don’t replace people: the panel hasn’t been tested systematically with screen readers or by people with disabilities. On a narrow screen, wide tables show fewer columns; the rest is on the seller’s own page. The sign-in page belongs to the sign-in system and isn’t covered by this statement.",
  },
  report: {
    title: "How to report a problem",
    toCreator: "Report the problem to the person who created your account in the panel.",
    text: "In your report, include the page’s address, what you want to do, what gets in your way, and which browser and assistive technology you use. If the page shows an error ID, include it too.",
  },
};

export const auth = {
  noAccess: {
    title: "No authorization",
    message: "You don’t have access to this page",
    account: "Signed-in account:",
    explanation:
      "This panel is for franchisees only. The administrator of your company’s directory gives the job title “franczyzobiorca”.",
    checkAgain: "Check again",
  },
  signOut: {
    title: "Sign out",
    question: "Do you want to sign out?",
    stay: "Stay in the panel",
  },
  signedOut: {
    title: "Signed out",
    message: "On a shared computer, end your session in the sign-in system as well.",
    everywhere: "You are signed out of the panel and of the sign-in system.",
    finish: "Finish signing out",
  },
  stillSignedIn: {
    title: "You are still signed in",
  },
};

export const privacy = {
  lead: "What the panel remembers, what for, and for how long. The panel only shows sellers’ details, your job title and your picture: the sellers system and the company’s directory keep them.",
  head: { what: "What, and what for", time: "For how long" },
  you: {
    title: "About you",
    session: "Your name, email address and data from the sign-in system, to know who is using the panel",
    sessionTime_one: "until sign-out, {{count}} hour at most",
    sessionTime_other: "until sign-out, {{count}} hours at most",
    draft: "Forms that couldn’t be sent, so that nothing typed is lost",
    draftTime: "until they are sent, 24 hours at most",
    rows: "Selected sellers and import previews, so that work can be finished",
    rowsTime: "24 hours at most",
    jobs: "Bulk operations, so that their result can be looked up",
    jobsTime: "30 days",
    views: "Saved views of the list, so that you can return to them",
    viewsTime: "400 days after they were last used",
    settings: "Settings, so that the panel looks the way you want",
    settingsTime: "365 days after they were changed",
    history: "Who made a change, and when, so that it can be explained and undone",
    historyTime_one: "{{count}} day",
    historyTime_other: "{{count}} days",
  },
  sellers: {
    title: "About sellers",
    text: "In the history of changes: values before and after each change, and the reason for disabling an account, if one was given. Only people to whom the sellers system shows that seller can see them. The same holds for notes, for as many days after their last change. Besides that, the rows of imported files and the results of bulk operations, for as long as stated above.",
  },
  care: {
    title: "How it is protected",
    text: "Held forms and keys to other systems are encrypted, and only the people who run the panel in your company have access to its database. The browser never gets a key to the sellers system. Cookies are used only for signing in, for settings and for loading pages well. Nothing is shared with other companies, and nobody is tracked. The technical log contains the addresses of screens and times, not what forms contain.",
  },
  rights: {
    title: "Your rights",
    text: "If you or a seller ask for it, the people who run the panel at your company will hand over a copy of what the panel keeps, or erase it. Changes made to sellers’ details then stay in the history without a name. For what the sellers system, the sign-in system and the company’s directory hold, ask those who run them.",
  },
};

export const profile = {
  lead: "The administrator of the company’s directory changes these details.",
  directory: {
    jobTitles: "Job title",
    missing: "Not in the directory",
  },
  session: {
    title: "Your session",
    startedAt: "Signed in",
    idleEndsAt: "Expires when idle",
    endsAt: "Expires at the latest",
    signOutEverywhere: "Sign out everywhere",
    everywhere: "“Sign out everywhere” works on all your devices.",
  },
  preferences: {
    lead: "They apply in this browser.",
    appearance: "Appearance and language",
    work: "Working with lists",
    density: "Rows of tables",
    shortcutsHint: "Turn them off if single keys get in your way, for example with voice control.",
    saved: "Settings saved",
  },
};
