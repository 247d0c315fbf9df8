export default {
  templateName: "sellers-template",
  wrongRowsName: "sellers-to-correct",
  columns: {
    id: "id|seller id",
    displayName: "name|display name|seller name|full name",
    email: "email|mail|e-mail|email address",
    firstName: "first name|given name",
    surname: "surname|last name|family name",
    mpk: "mpk|cost center|cost centre",
    accountEnabled: "active|enabled|account|account enabled|account status|status",
  },
  active: "yes|y|true|1|active|enabled",
  inactive: "no|n|false|0|inactive|disabled",
  failed: "Upload failed",
  unusable: { file: "This file can’t be used", pasted: "These rows can’t be used" },
  gone: {
    title: "This preview is gone",
    text: "We keep your last five previews, each for a day. Send the file or paste the rows again.",
  },
  sameFile: {
    text: "We are saving these rows, or have saved them already. Check them once more to see what is left.",
    see: "See that operation",
  },
  fault: {
    missing: "No file was chosen. Choose a CSV, XLSX, XLS or ODS file.",
    unreadable: "The file was changed, moved or deleted after it was chosen. Choose it again.",
    empty: "There are no rows here. Fill in the template, or paste rows that you have copied from a spreadsheet.",
    tooLarge: "The file is larger than {{most, number}} MB. Split it into smaller ones.",
    pastedTooLarge: "The pasted rows have more than a million characters. Paste fewer at once.",
    notTable: "This is no CSV, XLSX, XLS or ODS file. Save the sheet in one of these formats.",
    otherEncoding:
      "The Polish letters in this file couldn’t be read. Save it in your spreadsheet program as “CSV UTF-8” or XLSX, and send it again.",
    encrypted: "The file is protected by a password. Save it without one.",
    broken: "This file can’t be read. Open it in Excel or LibreOffice, and save it as XLSX once more.",
    tooMuchInside:
      "This holds too much, or too many errors. Copy the rows that you need into a new sheet and import it.",
    tooMuchWork:
      "Checking took too much time or memory, so it was stopped. Copy the rows that you need into a new sheet and import it.",
    slot: {
      own: "Your previous import is still being checked. Wait a moment and try again.",
      others:
        "Your import waited its turn, but other people’s imports are still being checked. Wait a moment and try again.",
    },
    tooManyRows: "The import has more than {{most, number}} rows. Split it.",
    tooManyCorrections:
      "At most {{most, number}} rows of one import can be corrected in the table. Correct the others in the downloaded file.",
    notKept:
      "These rows can no longer be corrected in the table. Download the rows with errors, correct the file and send it.",
    rowTooLong:
      "Row {{line, number}} is too long. Remove what isn’t needed, or check whether a closing quote is missing.",
    quotes:
      "The file can’t be read from row {{line, number}} on: the quote that begins a cell has no pair, or there is text behind the closing one. Correct the quotes.",
    escapedQuotes:
      "In row {{line, number}} there is a backslash before a quote. Replace it by a second quote, or send an XLSX file.",
    noHeadings:
      "The first {{headingRows, number}} rows contain no known heading. Add headings like those in the template, or paste the rows alone in the order given below.",
    otherLayout:
      "A value in row {{line, number}} doesn’t fit the column “{{headings}}”, so we don’t know what the columns mean. Add headings like those in the template above the rows.",
    repeatedHeadings: "These columns are repeated or mean the same: {{headings}}. Give each value in one column.",
    missingHeadings:
      "Columns are missing: {{headings}}. Add them. They can be left out only where there is a column “{{id}}” and the rows change existing sellers.",
    noRows: "There are only headings. Add rows and try again.",
    notChecked: "The file couldn’t be checked, and wasn’t kept. Choose it again.",
  },
  notCompared: "The rows couldn’t be compared with the list of sellers, so nothing was changed. {{why}}",
  row: {
    sameId: "This identifier is already in row {{line, number}}. Keep only one of these rows.",
    sameEmail: "This address is already in row {{line, number}}. Every seller needs one of their own.",
    ofLine: "Row {{line, number}} of the checked import: {{reasons}}",
    instead: "Fill this in to change that seller instead of adding another.",
    emailTaken:
      "The seller “{{name}}” already has this email address. To change this seller, put this in the identifier’s column: {{id}}",
    unknownId: "No seller has this identifier. Correct it, or leave the cell empty if this is a new seller.",
    failedFormula: "The cell contains a formula error. Enter the plain value.",
    damaged: "Some of the characters couldn’t be read. Type this text again.",
    dateMpk:
      "Excel has turned this code into a date or a time. Enter the MPK as it should look, and format the cell as text in the spreadsheet.",
    noMpk:
      "This looks like a spreadsheet’s percentage, formula or number (such as 1.2E+05), not like an MPK. Enter the MPK as it should look, and format the cell as text in the spreadsheet.",
    tooManyCells:
      "The row has more cells than there are headings. Remove the extra ones, and in a CSV file put quotes around a value that contains the delimiter.",
  },
  found: {
    noHeadings: "The rows have no headings. The columns are read as: {{headings}}.",
    sheet: "We read the sheet “{{sheet}}”.",
    line: "The headings are in row {{line, number}}; anything above them is ignored.",
  },
  whole: "whole row",
  decimals_one:
    "In {{count, number}} row the MPK is a number with decimals. Check whether Excel or another program changed it.",
  decimals_other:
    "In {{count, number}} rows the MPK is a number with decimals. Check whether Excel or another program changed it.",
  hidden_one:
    "{{count, number}} row that the spreadsheet hides would be saved too. If it shouldn’t be saved, delete it from a copy of the file and send that.",
  hidden_other:
    "{{count, number}} rows that the spreadsheet hides would be saved too. If they shouldn’t be saved, delete them from a copy of the file and send that.",
  zeros_one:
    "In {{count, number}} row the MPK loses its leading zeros. Check whether Excel or another program removed them.",
  zeros_other:
    "In {{count, number}} rows the MPK loses its leading zeros. Check whether Excel or another program removed them.",
};
