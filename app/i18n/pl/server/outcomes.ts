/** What the server says about jobs and their items. */
export default {
  title: {
    enable: "Włączanie kont",
    disable: "Wyłączanie kont",
    undo: "Cofanie zmian",
    import: "Import z pliku „{{fileName}}”",
  },
  origin: {
    retry: "Ponawia to, co nie udało się w poprzednim zadaniu",
    undo: "Cofa to, co zmieniło poprzednie zadanie",
  },
  state: {
    running: "Trwa",
    resting: "Czeka na system sprzedawców",
    paused: "Wstrzymane",
    stopped: "Zatrzymane",
    finished: "Zakończone",
  },
  hint: {
    resting: "System sprzedawców nie odpowiada. Zadanie samo ruszy dalej, gdy odpowie.",
    running: "Możesz zamknąć tę stronę. Zadanie trwa dalej na serwerze, a jego wynik znajdziesz pod tym adresem.",
    paused:
      "Zadanie czeka: skończyła się sesja, w której szło, albo jego właściciel stracił dostęp do panelu. Wybierz „Wznów”, a pójdzie dalej. Po ponownym zalogowaniu rusza samo.",
    stopped: "Pozycji, których nie zdążono wykonać, nie zmieniono.",
  },
  reason: {
    already: "Konto jest już w tym stanie.",
    same: "Sprzedawca ma już te dane.",
    addedOnly: "Sprzedawca jest dodany, ale stanu jego konta nie ustawiono. Ponów albo ustaw go na stronie sprzedawcy.",
    created: "System sprzedawców nie usuwa rekordów. Zamiast cofać dodanie, wyłącz konto sprzedawcy.",
    alreadyUndone: "Ta zmiana jest już cofnięta.",
    notDone: "Nie ma czego cofać.",
    changedSince: "Ktoś zmienił dane od tego czasu, więc zostały nietknięte.",
    gone: "Nie ma już takiego sprzedawcy.",
    refused: "System sprzedawców odmówił.",
    taken: "System sprzedawców odmówił, bo kłóci się to z tym, co już w nim jest.",
    changing: "Ktoś inny właśnie zmienia tego sprzedawcę. Ponów za chwilę.",
    forbidden: "Nie masz uprawnień do tego sprzedawcy.",
    timeout: "System sprzedawców nie odpowiedział na czas. Ponów później.",
    unreachable: "System sprzedawców nie odpowiadał przez dłuższy czas. Ponów później.",
    lostAnswer: "Odpowiedź nie dotarła. Ponowienie sprawdzi, czy zmiana się udała.",
    fault: "Wystąpił błąd panelu. Ponów, a jeśli to nie pomoże, zgłoś to administratorowi.",
  },
  expired: "Ta strona była otwarta zbyt długo. Spróbuj jeszcze raz.",
  nothingToDo: "Nie ma nic do zrobienia.",
};
