export default {
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
  },
  preferences: {
    lead: "They apply in this browser.",
    appearance: "Appearance and language",
    work: "Working with lists",
    density: "Look of the table",
    shortcutsHint: "Turn them off if single keys get in your way, for example with voice control.",
    saved: "Settings saved",
  },
};
