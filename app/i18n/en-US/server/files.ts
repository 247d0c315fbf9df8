export default {
  fileName: "sellers",
  sheetName: "Sellers",
  about: {
    sheetName: "About this export",
    filter: "Filters",
    all: "All sellers",
    ticked: "Selected sellers",
    leftOut: "without deselected ones: {{left, number}}",
    rows: "Number of sellers",
    person: "Exported by",
    time: "Exported on",
  },
  yes: "yes",
  no: "no",
  tooManyEmails: "At most {{most, number}} addresses can be copied at once. Narrow the list or export a CSV file.",
  tooLong: "The list is too long to find all repeated values. Narrow it down and try again.",
  listChanged: "The list changed while it was being read. Try again in a moment.",
  missing: "The list changed while it was being read. Missing sellers: {{count, number}}. Export it again.",
  tooManyRows:
    "An XLSX sheet can hold at most {{most, number}} rows, and {{total, number}} sellers match. Choose the CSV export or narrow the search.",
  tooManyOfOthers: "Too many files are being prepared for other people right now. Wait a moment and try again.",
  tooManyAtOnce:
    "We are already preparing as many files for you as we can at a time: {{count, number}}. Wait until one is downloaded and try again.",
};
