export default {
  title: "Pulpit",
  greeting: "Dzień dobry, {{name}}",
  greetingNameless: "Dzień dobry",
  lead: "Sprzedawcy Twojej franczyzy w jednym miejscu.",
  counts: {
    title: "Sprzedawcy",
    all: "Wszyscy",
    active: "Aktywni",
    inactive: "Nieaktywni",
    loading: "Liczenie…",
    unknown: "Brak odpowiedzi",
    failed: "Serwer sprzedawców nie odpowiada, więc nie wiadomo, ilu ich jest.",
    retry: "Spróbuj ponownie",
  },
  search: {
    title: "Znajdź sprzedawcę",
    label: "Nazwa, adres e-mail, imię, nazwisko lub MPK",
  },
  shortcuts: {
    title: "Na skróty",
    newSeller: "Nowy sprzedawca",
    inactive: "Nieaktywni sprzedawcy",
    latest: "Wszyscy sprzedawcy",
    preferences: "Preferencje",
  },
};
