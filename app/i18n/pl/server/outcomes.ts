/** What the server says about jobs and their items. */
export default {
  title: {
    enable: "Włączanie kont",
    disable: "Wyłączanie kont",
    change: {
      displayName: "Zmiana nazwy wyświetlanej na „{{value}}”",
      firstName: "Zmiana imienia na „{{value}}”",
      surname: "Zmiana nazwiska na „{{value}}”",
      mpk: "Zmiana MPK na „{{value}}”",
    },
    clear: "Usuwanie danych ({{field}})",
    undo: "Cofanie zmian",
    import: "Import z pliku „{{fileName}}”",
    importPasted: "Import wklejonych wierszy",
  },
  origin: {
    retry: "Ponowna próba z nieudanymi z poprzedniej operacji",
    finish: "Dokończenie zatrzymanej operacji",
    undo: "Cofnięcie zmian poprzedniej operacji",
    disable: "Wyłączenie kont dodanych w poprzedniej operacji",
  },
  state: {
    running: "Trwa",
    backingOff: "Czeka na system sprzedawców",
    backingOffSignIn: "Czeka na system logowania",
    backingOffDirectory: "Czeka na firmowy katalog",
    paused: "Wstrzymano",
    stopped: "Zatrzymano",
    finished: "Zakończono",
  },
  hint: {
    backingOff:
      "System sprzedawców nie odpowiada albo prosi o przerwę. Operacja zostanie wznowiona automatycznie. Aby spróbować od razu, wybierz „Wznów”.",
    backingOffSignIn:
      "System logowania nie odpowiada albo prosi o przerwę. Operacja zostanie wznowiona automatycznie. Aby spróbować od razu, wybierz „Wznów”.",
    backingOffDirectory:
      "Firmowy katalog nie potwierdza teraz Twojego dostępu do panelu. Operacja zostanie wznowiona automatycznie, gdy go potwierdzi. Aby spróbować od razu, wybierz „Wznów”.",
    running: "Możesz zamknąć tę stronę. Operacja trwa na serwerze, a jej wynik znajdziesz pod tym adresem.",
    paused:
      "Operacja czeka: wygasła Twoja sesja, nastąpiło wylogowanie albo przez pewien czas panel był dla Ciebie niedostępny. Wybierz „Wznów”, aby ją kontynuować. Po ponownym zalogowaniu zostanie wznowiona automatycznie.",
    stopped: "Niewykonane pozycje pozostały bez zmian.",
    finishedBy: "Pozycjami, których nie wykonano, zajęła się inna operacja.",
  },
  reason: {
    alreadyEnabled: "Konto jest już włączone.",
    alreadyDisabled: "Konto jest już wyłączone.",
    noLongerMatches: "Sprzedawca nie pasuje do filtra, z którym rozpoczęto operację.",
    same: "Sprzedawca ma już te dane.",
    addedOnly:
      "Sprzedawcę dodano, ale nie ustawiono stanu jego konta. Ponów operację albo ustaw stan konta na stronie sprzedawcy.",
    created: "System sprzedawców nie pozwala usuwać sprzedawców. Zamiast cofać dodanie, wyłącz konto.",
    alreadyUndone: "Tę zmianę już cofnięto.",
    notDone: "Nie ma czego cofać.",
    changedSince: "Od tego czasu ktoś zmienił te dane, więc pozostawiono je bez zmian.",
    undonePartly: "Część pól zmieniono od tego czasu, więc ich nie cofnięto. Pozostałe cofnięto.",
    gone: "Tego sprzedawcy już nie ma.",
    refused: "System sprzedawców odrzucił zmianę.",
    taken: "System sprzedawców odrzucił zmianę: dane kolidują z istniejącymi.",
    changing: "Ktoś inny właśnie zmienia tego sprzedawcę. Ponów za chwilę.",
    forbidden: "Nie masz uprawnień do tego sprzedawcy.",
    timeout: "System sprzedawców nie odpowiedział na czas. Ponów później.",
    unreachable: "System sprzedawców nie odpowiadał przez dłuższy czas. Ponów później.",
    signInUnreachable: "System logowania nie odpowiadał przez dłuższy czas. Ponów później.",
    badAnswer: "System sprzedawców zwrócił nieprawidłową odpowiedź. Ponów później.",
    lostAnswer: "Odpowiedź nie dotarła. Ponowienie sprawdzi, czy zmiana się udała.",
    unreadable:
      "Zapisu tej pozycji nie można odczytać: mogła go utworzyć inna wersja panelu. Jeśli ponowienie nie pomoże, wykonaj operację od nowa.",
    fault: "Wystąpił błąd panelu. Ponów, a jeśli to nie pomoże, spróbuj później.",
  },
  fileName: "wyniki",
  nameless: "Sprzedawca bez znanej nazwy",
  /** How many items ended otherwise than done, in a list. */
  items: {
    failed_one: "{{count, number}} nieudana",
    failed_few: "{{count, number}} nieudane",
    failed_many: "{{count, number}} nieudanych",
    failed_other: "{{count, number}} nieudanej",
    unknown: "nie wiadomo: {{count, number}}",
    skipped_one: "{{count, number}} pominięta",
    skipped_few: "{{count, number}} pominięte",
    skipped_many: "{{count, number}} pominiętych",
    skipped_other: "{{count, number}} pominiętej",
    notRun_one: "{{count, number}} niewykonana",
    notRun_few: "{{count, number}} niewykonane",
    notRun_many: "{{count, number}} niewykonanych",
    notRun_other: "{{count, number}} niewykonanej",
  },
  /** A job that is over, told wherever its owner is. */
  news: {
    many: "Zakończone operacje zbiorcze: {{count, number}}.",
    see: "Zobacz wyniki",
  },
  expired: "Ta strona była otwarta zbyt długo albo w tym czasie zalogowała się inna osoba. Spróbuj ponownie.",
  toFinisher: "Zobacz operację, która je dokańcza",
  isFinisher: "Ta operacja dokańcza pozycje, których nie wykonano w zatrzymanej.",
  nothingToDo: "Nie ma nic do zrobienia.",
};
