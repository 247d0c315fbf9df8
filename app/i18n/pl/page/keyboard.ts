export default {
  click: "kliknięcie",
  palette: {
    close: "Zamknij",
    placeholder: "Znajdź sprzedawcę lub polecenie",
    nothing: "Brak wyników",
    refused: "Nie masz uprawnień do wyszukiwania sprzedawców.",
    import: "Importuj sprzedawców",
    searchFor: "Szukaj „{{q}}” na liście",
    groups: {
      here: "Na tej stronie",
      views: "Pokaż na liście",
      recent: "Ostatnio otwierani",
      go: "Przejdź do",
    },
  },
  shortcut: {
    search: "Przejdź do pola wyszukiwania",
    send: "W formularzu: zapisz i dodaj kolejnego. W imporcie: sprawdź wklejone wiersze",
    edit: "Edytuj dane sprzedawcy",
    next: "Następny wiersz listy, następny sprzedawca lub następna strona",
    previous: "Poprzedni wiersz listy, poprzedni sprzedawca lub poprzednia strona",
    tick: "Zaznacz lub odznacz wiersz listy",
    range: "Zaznacz wiersze od ostatnio zaznaczonego do klikniętego",
    rowMenu: "Otwórz menu wiersza: popraw dane, wyłącz konto, skopiuj adres e-mail",
  },
  help: {
    keys: "Klawisze",
    needScripts:
      "Skróty i okno „Znajdź” wymagają JavaScriptu, który jest w tej przeglądarce wyłączony. Wszystko inne działa bez niego.",
    off: "Skróty są wyłączone.",
    whenTyping: "Pojedyncze klawisze nie działają, gdy piszesz w polu. Na Macu zamiast Ctrl naciśnij ⌘.",
    howItWorks: "Jak to działa",
    settings: "Włącz lub wyłącz skróty w ustawieniach",
  },
  topic: {
    conflict: {
      title: "Dwie osoby, jeden sprzedawca",
      text: "Zmiany w różnych polach łączymy automatycznie. Gdy ktoś zmieni to samo pole, zobaczysz obie wartości i wybierzesz jedną z nich. Niczego nie nadpisujemy bez pytania.",
    },
    undo: {
      title: "Cofanie zmian",
      text: "Historia obejmuje zmiany wprowadzone w tym panelu. Zmiany danych i stanu konta można cofnąć. Dodania sprzedawcy cofnąć nie można, ale można wyłączyć jego konto.",
    },
    bulk: {
      title: "Wielu sprzedawców naraz",
      text: "Zaznacz sprzedawców na liście. Możesz włączyć albo wyłączyć ich konta, nadać im tę samą nazwę, imię, nazwisko lub MPK albo skopiować adresy e-mail. Operacja zbiorcza trwa na serwerze, więc możesz zamknąć przeglądarkę, a nieudane pozycje ponowić później.",
    },
    notes: {
      title: "Notatki",
      text: "Notatkę dodasz na stronie sprzedawcy. Zobaczy ją każdy, kto widzi tego sprzedawcę. Kolumnę z notatkami włączysz w menu „Wygląd tabeli”.",
    },
    views: {
      title: "Zapisane widoki",
      text: "Filtry i kolejność listy zapiszesz pod własną nazwą w menu „Widoki”. Pozycja „Sprzedawcy” otwiera widok domyślny.",
    },
    import: {
      title: "Import z pliku albo wklejonych wierszy",
      text: "Plik CSV, XLSX, XLS lub ODS albo wiersze skopiowane z Excela najpierw sprawdzamy wiersz po wierszu. Niczego nie zapisujemy, dopóki tego nie potwierdzisz.",
    },
  },
};
