export default {
  greeting: "Dzień dobry!",
  firstDay: {
    title: "Dodaj pierwszych sprzedawców",
    hint: "Wpisz ich po kolei albo zaimportuj listę z Excela.",
    import: "Importuj z pliku",
  },
  attention: {
    title: "Wymaga uwagi",
    more: "więcej w historii: {{count, number}}",
  },
  chart: {
    title: "Zmiany z ostatnich 30 dni",
    total_one: "{{count, number}} zmiana",
    total_few: "{{count, number}} zmiany",
    total_many: "{{count, number}} zmian",
    total_other: "{{count, number}} zmiany",
    partial: "Wykres nie obejmuje wszystkich zmian.",
    asTable: "Pokaż jako tabelę",
    day: "Dzień",
    changes: "Liczba zmian",
  },
  counting: "Liczymy…",
  outage: "Wyszukiwanie i zapisywanie mogą teraz nie działać.",
};
