/** Of files that are exported and imported. Only the server says it. */
export default {
  fileName: "sprzedawcy",
  sheetName: "Sprzedawcy",
  about: {
    sheetName: "O eksporcie",
    filter: "Filtry",
    all: "Wszyscy sprzedawcy",
    ticked: "Zaznaczeni sprzedawcy",
    leftOut: "bez odznaczonych: {{left, number}}",
    rows: "Liczba sprzedawców",
    person: "Kto wyeksportował",
    time: "Kiedy",
  },
  yes: "tak",
  no: "nie",
  tooManyEmails: "Można skopiować najwyżej {{most, number}} adresów naraz. Zawęź listę albo wyeksportuj plik CSV.",
  tooLong: "Lista jest za długa, aby znaleźć na niej wszystkie powtórzenia. Zawęź ją i spróbuj ponownie.",
  listChanged: "Lista zmieniała się podczas odczytu. Spróbuj ponownie za chwilę.",
  missing: "Lista zmieniała się podczas odczytu. Brakuje sprzedawców: {{count, number}}. Wyeksportuj ją ponownie.",
  tooManyRows:
    "Arkusz XLSX mieści najwyżej {{most, number}} wierszy, a pasujących sprzedawców jest {{total, number}}. Wybierz eksport do CSV albo zawęź wyszukiwanie.",
  tooManyOfOthers: "Przygotowujemy teraz zbyt wiele plików innych osób. Poczekaj chwilę i spróbuj ponownie.",
  tooManyAtOnce:
    "Przygotowujemy już dla Ciebie najwięcej plików, ile można naraz: {{count, number}}. Poczekaj, aż któryś się pobierze, i spróbuj ponownie.",
};
