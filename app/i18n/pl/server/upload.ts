export default {
  templateName: "szablon-sprzedawcy",
  wrongRowsName: "sprzedawcy-do-poprawy",
  /** The headings of an imported file; letter case, accents, spaces and dashes don't matter. */
  columns: {
    id: "id|identyfikator sprzedawcy",
    displayName: "nazwa|nazwa sprzedawcy|nazwa wyświetlana|pełna nazwa",
    email: "email|mail|e-mail|adres mailowy|adres poczty",
    firstName: "imię|imiona",
    surname: "nazwisko",
    mpk: "mpk|miejsce powstawania kosztów",
    accountEnabled: "aktywne|aktywny|konto|stan konta|stan|status",
  },
  active: "tak|t|prawda|1|aktywne|aktywny|aktywna|włączone",
  inactive: "nie|n|fałsz|0|nieaktywne|nieaktywny|nieaktywna|wyłączone",
  failed: "Błąd wysyłania",
  unusable: { file: "Nie można użyć tego pliku", pasted: "Nie można użyć tych wierszy" },
  gone: {
    title: "Tego podglądu już nie ma",
    text: "Przechowujemy pięć ostatnich podglądów, każdy przez dobę. Wyślij plik albo wklej wiersze jeszcze raz.",
  },
  sameFile: {
    text: "Te wiersze właśnie zapisujemy albo już zapisaliśmy. Sprawdź je jeszcze raz, aby zobaczyć, co zostało.",
    see: "Zobacz tę operację",
  },
  fault: {
    missing: "Nie wybrano pliku. Wybierz plik CSV, XLSX, XLS albo ODS.",
    unreadable: "Plik zmieniono, przeniesiono albo usunięto po wybraniu. Wybierz go jeszcze raz.",
    empty: "Nie ma tu żadnych wierszy. Wypełnij szablon albo wklej wiersze skopiowane z Excela.",
    tooLarge: "Plik ma więcej niż {{most, number}} MB. Podziel go na mniejsze.",
    pastedTooLarge: "Wklejone wiersze mają więcej niż milion znaków. Wklej mniej naraz.",
    notTable: "To nie jest plik CSV, XLSX, XLS ani ODS. Zapisz dane w jednym z tych formatów.",
    otherEncoding:
      "Nie udało się odczytać polskich liter w tym pliku. Zapisz go w Excelu jako „CSV UTF-8” albo XLSX i wyślij jeszcze raz.",
    encrypted: "Plik jest zabezpieczony hasłem. Zapisz go bez hasła.",
    broken: "Nie udało się odczytać tego pliku. Otwórz go w Excelu albo LibreOffice i zapisz jeszcze raz jako XLSX.",
    tooMuchInside: "Jest tu zbyt dużo treści albo błędów. Skopiuj potrzebne wiersze do nowego pliku i zaimportuj go.",
    tooMuchWork:
      "Sprawdzanie wymagało zbyt wiele czasu lub pamięci, więc zostało przerwane. Skopiuj potrzebne wiersze do nowego pliku i zaimportuj go.",
    slot: {
      own: "Twój poprzedni import jest jeszcze sprawdzany. Poczekaj chwilę i spróbuj jeszcze raz.",
      others:
        "Twój import czekał na swoją kolej, ale nadal sprawdzamy importy innych osób. Poczekaj chwilę i spróbuj jeszcze raz.",
    },
    tooManyRows: "Import ma więcej niż {{most, number}} wierszy. Podziel go na mniejsze.",
    tooManyCorrections:
      "W tabeli można poprawić najwyżej {{most, number}} wierszy jednego importu. Pozostałe popraw w pobranym pliku.",
    notKept: "Tych wierszy nie można już poprawić w tabeli. Pobierz wiersze z błędami, popraw je i wyślij.",
    rowTooLong:
      "Wiersz {{line, number}} jest zbyt długi. Usuń zbędną treść albo sprawdź, czy nie brakuje w nim zamykającego cudzysłowu.",
    quotes:
      "Od wiersza {{line, number}} nie można odczytać pliku: brakuje cudzysłowu albo po zamykającym jest jeszcze tekst. Popraw cudzysłowy.",
    escapedQuotes:
      "W wierszu {{line, number}} przed cudzysłowem jest ukośnik odwrotny. Zastąp go drugim cudzysłowem albo wyślij plik XLSX.",
    noHeadings:
      "W pierwszych {{headingRows, number}} wierszach nie znaleźliśmy nagłówków. Dodaj takie nagłówki jak w szablonie albo wklej same wiersze w kolejności podanej niżej.",
    otherLayout:
      "Wartość w wierszu {{line, number}} nie pasuje do kolumny „{{headings}}”, więc nie wiemy, co znaczą kolumny. Dodaj nad wierszami nagłówki takie jak w szablonie.",
    repeatedHeadings:
      "Te kolumny powtarzają się albo znaczą to samo: {{headings}}. Każdą wartość podaj tylko w jednej kolumnie.",
    missingHeadings:
      "Brakuje kolumn: {{headings}}. Dodaj je. Pominąć można je tylko wtedy, gdy jest kolumna „{{id}}”, a wiersze zmieniają dane istniejących sprzedawców.",
    noRows: "Są tu tylko nagłówki. Dodaj wiersze i spróbuj ponownie.",
    notChecked: "Nie udało się sprawdzić pliku i go nie zachowaliśmy. Wybierz go jeszcze raz.",
  },
  notCompared: "Nie udało się porównać wierszy z listą sprzedawców, więc niczego nie zmieniono. {{why}}",
  row: {
    sameId: "Ten identyfikator jest już w wierszu {{line, number}}. Zostaw jeden z tych wierszy.",
    sameEmail: "Ten adres e-mail jest już w wierszu {{line, number}}. Każdy sprzedawca musi mieć własny.",
    ofLine: "Wiersz {{line, number}} sprawdzonego importu: {{reasons}}",
    instead: "Wypełnij, jeśli chcesz zmienić dane tego sprzedawcy, a nie dodać nowego.",
    emailTaken:
      "Ten adres e-mail ma już sprzedawca „{{name}}”. Aby zmienić dane tego sprzedawcy, wpisz w kolumnie z identyfikatorem: {{id}}",
    unknownId:
      "Nie ma sprzedawcy o tym identyfikatorze. Popraw go, a jeśli to nowy sprzedawca, zostaw tę komórkę pustą.",
    failedFormula: "W komórce jest błąd formuły. Wpisz samą wartość.",
    damaged: "Nie udało się odczytać części znaków. Wpisz ten tekst jeszcze raz.",
    dateMpk:
      "Excel zamienił ten kod na datę albo godzinę. Wpisz MPK tak, jak ma wyglądać, a w arkuszu nadaj komórce format tekstowy.",
    noMpk:
      "To wygląda na procent, formułę albo liczbę z Excela (np. 1,2E+05), a nie na MPK. Wpisz MPK tak, jak ma wyglądać, a w arkuszu nadaj komórce format tekstowy.",
    tooManyCells:
      "Wiersz ma więcej komórek, niż jest nagłówków. Usuń zbędne, a w pliku CSV ujmij w cudzysłów wartość z separatorem.",
  },
  found: {
    noHeadings: "Wiersze nie mają nagłówków. Kolumny czytamy jako: {{headings}}.",
    sheet: "Czytamy arkusz „{{sheet}}”.",
    line: "Nagłówki są w wierszu {{line, number}}, a to, co nad nimi, pomijamy.",
  },
  whole: "cały wiersz",
  decimals_one:
    "W {{count, number}} wierszu MPK jest liczbą z częścią dziesiętną. Sprawdź, czy nie zmienił go Excel lub inny program.",
  decimals_few:
    "W {{count, number}} wierszach MPK jest liczbą z częścią dziesiętną. Sprawdź, czy nie zmienił go Excel lub inny program.",
  decimals_many:
    "W {{count, number}} wierszach MPK jest liczbą z częścią dziesiętną. Sprawdź, czy nie zmienił go Excel lub inny program.",
  decimals_other:
    "W {{count, number}} wierszach MPK jest liczbą z częścią dziesiętną. Sprawdź, czy nie zmienił go Excel lub inny program.",
  hidden_one:
    "Do zapisania jest też {{count, number}} wiersz ukryty w arkuszu. Jeśli nie ma być zapisany, usuń go z kopii pliku i wyślij ją.",
  hidden_few:
    "Do zapisania są też {{count, number}} wiersze ukryte w arkuszu. Jeśli nie mają być zapisane, usuń je z kopii pliku i wyślij ją.",
  hidden_many:
    "Do zapisania jest też {{count, number}} wierszy ukrytych w arkuszu. Jeśli nie mają być zapisane, usuń je z kopii pliku i wyślij ją.",
  hidden_other:
    "Do zapisania jest też {{count, number}} wiersza ukrytego w arkuszu. Jeśli nie mają być zapisane, usuń je z kopii pliku i wyślij ją.",
  zeros_one:
    "W {{count, number}} wierszu MPK traci początkowe zera. Sprawdź, czy nie usunął ich Excel lub inny program.",
  zeros_few:
    "W {{count, number}} wierszach MPK traci początkowe zera. Sprawdź, czy nie usunął ich Excel lub inny program.",
  zeros_many:
    "W {{count, number}} wierszach MPK traci początkowe zera. Sprawdź, czy nie usunął ich Excel lub inny program.",
  zeros_other:
    "W {{count, number}} wierszach MPK traci początkowe zera. Sprawdź, czy nie usunął ich Excel lub inny program.",
};
