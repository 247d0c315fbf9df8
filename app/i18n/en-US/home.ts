export default {
  title: "Dashboard",
  greeting: "Good day, {{name}}",
  greetingNameless: "Good day",
  lead: "The sellers of your franchise in one place.",
  counts: {
    title: "Sellers",
    all: "All",
    active: "Active",
    inactive: "Inactive",
    loading: "Counting…",
    unknown: "No answer",
    failed: "The sellers backend doesn't answer, so it is not known how many there are.",
    retry: "Try again",
  },
  search: {
    title: "Find a seller",
    label: "Name, e-mail address, first name, surname or MPK",
  },
  shortcuts: {
    title: "Shortcuts",
    newSeller: "New seller",
    inactive: "Inactive sellers",
    latest: "All sellers",
    preferences: "Preferences",
  },
};
