export default {
  fileName: {
    sellers: "sellers",
    history: "history",
    results: "results",
  },
  about: {
    sheetName: "About this export",
    all: "All sellers",
    leftOut: "without deselected ones: {{left, number}}",
    rows: "Number of sellers",
    person: "Exported by",
  },
  yes: "yes",
  no: "no",
  tooManyEmails: "At most {{most, number}} addresses can be copied at once. Narrow the list or export a CSV file.",
  tooLong: "The list is too long to find all repeated values. Narrow it down and try again.",
  tooManyRows:
    "An XLSX sheet can hold at most {{most, number}} rows, and {{total, number}} sellers match. Choose the CSV export or narrow the search.",
  tooManyOfOthers: "Too many files are being prepared for other people right now. Wait a moment and try again.",
  tooManyAtOnce:
    "We can prepare only so many files for you at once: {{count, number}}. Wait until one of them has been downloaded, and try again.",
  missing: "The list changed while it was read. Sellers missing from the file: {{count, number}}. Export it again.",
};
