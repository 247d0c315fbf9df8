/** What the server says about jobs and their items. */
export default {
  title: {
    enable: "Włączanie kont",
    disable: "Wyłączanie kont",
    undo: "Cofanie zmian",
    import: "Import z pliku „{{fileName}}”",
  },
  origin: {
    retry: "Ponowienie nieudanych pozycji poprzedniej operacji",
    finish: "Dokończenie zatrzymanej operacji",
    undo: "Cofnięcie zmian poprzedniej operacji",
    disable: "Wyłączenie kont dodanych w poprzedniej operacji",
  },
  state: {
    running: "Trwa",
    backingOff: "Czeka na system sprzedawców",
    paused: "Wstrzymano",
    stopped: "Zatrzymano",
    finished: "Zakończono",
  },
  hint: {
    backingOff: "System sprzedawców nie odpowiada. Operacja zostanie wznowiona, gdy tylko odpowie.",
    running: "Możesz zamknąć tę stronę. Operacja trwa na serwerze, a jej wynik znajdziesz pod tym adresem.",
    paused:
      "Operacja czeka: wygasła Twoja sesja, nastąpiło wylogowanie albo przez pewien czas panel był dla Ciebie niedostępny. Wybierz „Wznów”, aby ją kontynuować. Po ponownym zalogowaniu zostanie wznowiona automatycznie.",
    stopped: "Niewykonane pozycje pozostały bez zmian.",
  },
  reason: {
    already: "Konto miało już ten stan: nie trzeba było go zmieniać.",
    alreadyEnabled: "Konto jest już włączone.",
    alreadyDisabled: "Konto jest już wyłączone.",
    same: "Sprzedawca ma już te dane.",
    addedOnly:
      "Sprzedawcę dodano, ale nie ustawiono stanu jego konta. Ponów operację albo ustaw stan konta na stronie sprzedawcy.",
    created: "System sprzedawców nie pozwala usuwać sprzedawców. Zamiast cofać dodanie, wyłącz konto.",
    alreadyUndone: "Tę zmianę już cofnięto.",
    notDone: "Nie ma czego cofać.",
    changedSince: "Od tego czasu ktoś zmienił te dane, więc nie zmieniono ich.",
    undonePartly: "Część pól zmieniono od tego czasu i pozostały bez zmian. Pozostałe cofnięto.",
    gone: "Tego sprzedawcy już nie ma.",
    refused: "System sprzedawców odrzucił zmianę.",
    taken: "System sprzedawców odrzucił zmianę: dane kolidują z istniejącymi.",
    changing: "Ktoś inny właśnie zmienia tego sprzedawcę. Ponów za chwilę.",
    forbidden: "Nie masz uprawnień do tego sprzedawcy.",
    timeout: "System sprzedawców nie odpowiedział na czas. Ponów później.",
    unreachable: "System sprzedawców nie odpowiadał przez dłuższy czas. Ponów później.",
    badAnswer: "System sprzedawców zwrócił nieprawidłową odpowiedź. Ponów później.",
    lostAnswer: "Odpowiedź nie dotarła. Ponowienie sprawdzi, czy zmiana się udała.",
    fault: "Wystąpił błąd panelu. Ponów, a jeśli to nie pomoże, zgłoś to administratorowi.",
  },
  nameless: "Sprzedawca bez znanej nazwy",
  /** A job that is over, told wherever its owner is. */
  news: {
    one: "Zakończono: {{title}}. Wykonane: {{done, number}}, nieudane: {{failed, number}}.",
    many: "Zakończone operacje zbiorcze: {{count, number}}.",
    see: "Zobacz wyniki",
  },
  expired: "Ta strona była otwarta zbyt długo albo w międzyczasie zalogowała się inna osoba. Spróbuj ponownie.",
  nothingToDo: "Nie ma nic do zrobienia.",
};
