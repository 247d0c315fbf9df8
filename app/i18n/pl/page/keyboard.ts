export default {
  afterwards: "potem",
  palette: {
    label: "Znajdź",
    placeholder: "Szukaj sprzedawcy lub polecenia",
    nothing: "Brak wyników",
    refused: "Nie masz uprawnień do wyszukiwania sprzedawców.",
    failed: "Nie udało się wyszukać sprzedawców.",
    searchFor: "Szukaj „{{q}}” na liście",
    unnamed: "Sprzedawca bez nazwy",
    newSeller: "Dodaj sprzedawcę",
    language: "Język: {{name}}",
    colours: {
      auto: "Motyw: jak w systemie",
      light: "Motyw: jasny",
      dark: "Motyw: ciemny",
    },
    groups: {
      sellers: "Sprzedawcy",
      go: "Przejdź do",
      do: "Działania",
    },
  },
  shortcut: {
    palette: "Znajdź sprzedawcę lub polecenie (na Macu ⌘ K)",
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
    action: "Działanie",
    needScripts:
      "Skróty i okno „Znajdź” wymagają JavaScriptu, który jest w tej przeglądarce wyłączony. Wszystko inne działa bez niego.",
    off: "Skróty są wyłączone.",
    switchOn: "Włącz je w ustawieniach",
    whenTyping: "Pojedyncze klawisze nie działają, gdy piszesz w polu. Jeśli przeszkadzają, możesz wyłączyć wszystkie.",
    switchOff: "Wyłącz skróty w ustawieniach",
    howItWorks: "Jak to działa",
  },
  topic: {
    saved: {
      title: "Wpisane dane nie przepadają",
      text: "Gdy sesja wygaśnie w trakcie pisania albo system sprzedawców odrzuci zmianę, formularz wróci z wpisanymi danymi. Zanim opuścisz stronę z niezapisanymi zmianami, zapytamy, czy je odrzucić.",
    },
    conflict: {
      title: "Dwie osoby, jeden sprzedawca",
      text: "Zmiany w różnych polach łączymy automatycznie. Gdy ktoś zmieni to samo pole, zobaczysz obie wartości i wybierzesz jedną z nich. Niczego nie nadpisujemy bez pytania.",
    },
    undo: {
      title: "Cofanie zmian",
      text: "Historia obejmuje zmiany wprowadzone w tym panelu. Zmiany danych i stanu konta można cofnąć. Dodania sprzedawcy cofnąć nie można, ale można wyłączyć jego konto.",
    },
    bulk: {
      title: "Wiele kont naraz",
      text: "Zaznacz sprzedawców na liście, aby włączyć albo wyłączyć ich konta. Operacja zbiorcza trwa na serwerze, więc możesz zamknąć przeglądarkę, a nieudane pozycje ponowić później. Jeśli wygaśnie Twoja sesja, operacja poczeka, aż zalogujesz się ponownie.",
    },
    import: {
      title: "Import z pliku",
      text: "Plik CSV lub XLSX najpierw sprawdzamy wiersz po wierszu i pokazujemy, co jest w nim nie tak. Niczego nie zapisujemy, dopóki tego nie potwierdzisz.",
    },
    export: {
      title: "Eksport",
      text: "Plik obejmuje wszystkich sprzedawców pasujących do wyszukiwania i filtrów, nie tylko bieżącą stronę. Zera na początku MPK zostaną zachowane.",
    },
  },
};
