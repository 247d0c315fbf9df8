export default {
  afterwards: "potem",
  palette: {
    label: "Polecenia",
    placeholder: "Dokąd przejść albo kogo znaleźć?",
    nothing: "Nic nie pasuje",
    refused: "Nie masz uprawnień do wyszukiwania sprzedawców.",
    failed: "Nie udało się poszukać sprzedawców.",
    searchFor: "Szukaj „{{q}}” na liście",
    unnamed: "Sprzedawca bez nazwy",
    newSeller: "Dodaj sprzedawcę",
    language: "Język: {{name}}",
    colours: {
      auto: "Kolory: jak w systemie",
      light: "Kolory: jasne",
      dark: "Kolory: ciemne",
    },
    groups: {
      sellers: "Sprzedawcy",
      go: "Przejdź do",
      do: "Zrób",
    },
  },
  shortcut: {
    palette: "Otwórz polecenia (na Macu ⌘ K)",
    search: "Szukaj sprzedawcy",
    newSeller: "Dodaj sprzedawcę",
    home: "Przejdź do pulpitu",
    sellers: "Przejdź do sprzedawców",
    history: "Przejdź do historii zmian",
    edit: "Edytuj otwartego sprzedawcę",
    next: "Następny sprzedawca lub następna strona",
    previous: "Poprzedni sprzedawca lub poprzednia strona",
    help: "Pokaż tę pomoc",
  },
  help: {
    title: "Pomoc",
    lead: "Skróty klawiaturowe i to, co warto wiedzieć o panelu.",
    shortcuts: "Skróty klawiaturowe",
    keys: "Klawisze",
    action: "Co robią",
    needScripts:
      "Skróty i polecenia potrzebują JavaScriptu, a w tej przeglądarce jest wyłączony. Wszystko inne działa bez niego.",
    off: "Skróty są wyłączone.",
    switchOn: "Włącz je w preferencjach",
    whenTyping: "Pojedyncze klawisze nie działają, gdy piszesz w polu. Jeśli przeszkadzają, możesz wyłączyć wszystkie.",
    switchOff: "Wyłącz skróty w preferencjach",
    howItWorks: "Jak to działa",
  },
  topic: {
    saved: {
      title: "Wpisany tekst nie przepada",
      text: "Gdy sesja skończy się w trakcie pisania albo system sprzedawców odmówi, formularz wraca z tym, co wpisano. Przed opuszczeniem strony z niezapisanymi zmianami zapytamy, czy je odrzucić.",
    },
    conflict: {
      title: "Dwie osoby, jeden sprzedawca",
      text: "Zmiany różnych pól łączą się same. Gdy ktoś zmienił to samo pole, zobaczysz obie wartości i wybierzesz jedną z nich. Niczego nie nadpisujemy bez pytania.",
    },
    undo: {
      title: "Cofanie zmian",
      text: "Każdą zmianę zrobioną w tym panelu widać w historii i można ją cofnąć. Zmian zrobionych poza panelem historia nie zna.",
    },
    bulk: {
      title: "Wiele kont naraz",
      text: "Zaznacz sprzedawców na liście, aby włączyć albo wyłączyć ich konta. Zadanie trwa na serwerze, więc można zamknąć przeglądarkę, a nieudane pozycje potem ponowić.",
    },
    import: {
      title: "Import z pliku",
      text: "Plik CSV lub XLSX najpierw sprawdzamy wiersz po wierszu i pokazujemy, co jest w nim nie tak. Niczego nie dodajemy, dopóki tego nie potwierdzisz.",
    },
    export: {
      title: "Eksport",
      text: "Plik obejmuje wszystkich sprzedawców pasujących do wyszukiwania, nie tylko bieżącą stronę. Zera na początku MPK zostają.",
    },
  },
};
