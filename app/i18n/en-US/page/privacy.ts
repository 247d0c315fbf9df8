export default {
  lead: "What the panel remembers, what for, and for how long. The sellers’ details are kept by your company’s sellers system, your job title and picture by the company’s directory; the panel only shows them.",
  head: { what: "What, and what for", time: "For how long" },
  you: {
    title: "About you",
    session: "Your name, email address and data from the sign-in system, to know who is using the panel",
    sessionTime: "until sign-out, at most {{count}} h",
    draft: "Forms that couldn’t be sent, so that nothing typed is lost",
    draftTime: "until they are sent, 24 hours at most",
    rows: "Selected sellers and import previews, so that work can be finished",
    rowsTime: "24 hours at most",
    jobs: "Bulk operations, so that their result can be looked up",
    jobsTime: "30 days",
    views: "Saved views of the list, and settings, so that the panel looks the way you want",
    viewsTime: "views: up to 400 days after they were last used, settings: a year after they were changed",
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
