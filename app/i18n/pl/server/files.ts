/** Of files that are exported and imported. Only the server says it. */
export default {
  fileName: {
    sellers: "sprzedawcy",
    history: "historia",
    results: "wyniki",
  },
  about: {
    sheetName: "O eksporcie",
    all: "Wszyscy sprzedawcy",
    leftOut: "bez odznaczonych: {{left, number}}",
    rows: "Liczba sprzedawców",
    person: "Kto wyeksportował",
  },
  yes: "tak",
  no: "nie",
  tooManyEmails: "Można skopiować najwyżej {{most, number}} adresów naraz. Zawęź listę albo wyeksportuj plik CSV.",
  tooLong: "Lista jest za długa, aby znaleźć na niej wszystkie powtórzenia. Zawęź ją i spróbuj ponownie.",
  tooManyRows:
    "Arkusz XLSX mieści najwyżej {{most, number}} wierszy, a pasujących sprzedawców jest {{total, number}}. Wybierz eksport do CSV albo zawęź wyszukiwanie.",
  tooManyOfOthers: "Przygotowujemy teraz zbyt wiele plików innych osób. Poczekaj chwilę i spróbuj ponownie.",
  tooManyAtOnce:
    "Naraz możemy przygotowywać dla Ciebie tylko tyle plików: {{count, number}}. Poczekaj, aż któryś się pobierze, i spróbuj ponownie.",
  missing:
    "Lista zmieniała się podczas odczytu. Sprzedawcy, których brakuje w pliku: {{count, number}}. Wyeksportuj ją ponownie.",
};
