/** What the server says about the history's days and about taking changes back. */
export default {
  restore: "Przywróć",
  done: "Cofnięto zmianę sprzedawcy „{{name}}”",
  donePartly: "Cofnięto część zmiany sprzedawcy „{{name}}”",
  field: {
    possible: "– zostanie cofnięte",
    already: "– ma już poprzednią wartość",
    changed: "– zmienione od tego czasu: {{who}}, {{when}}",
    changedElsewhere: "– zmienione od tego czasu poza panelem",
  },
  reversed: "Dzień początkowy jest późniejszy niż końcowy. Zamień daty.",
  refused: {
    created: "System sprzedawców nie pozwala usuwać sprzedawców. Zamiast cofać dodanie, wyłącz konto.",
    notDone: "Tej zmiany nie zapisano, więc nie ma czego cofać.",
    alreadyUndone: "Tę zmianę już cofnięto.",
    already: "Nie ma czego cofać: pola tej zmiany mają już poprzednie wartości.",
    changedSince: "Od tego czasu ktoś zmienił te pola. Ich nowsze wartości pozostaną.",
    changedPartly: "Od tego czasu ktoś zmienił część pól i ich nowsze wartości pozostaną. Pozostałe pola można cofnąć.",
    missing: "Nie ma już takiej zmiany w historii. Odśwież listę zmian.",
    expired: "Ta strona była otwarta zbyt długo. Sprawdź zmianę i wybierz „Cofnij” jeszcze raz.",
    running: "Ta zmiana jest właśnie cofana. Poczekaj chwilę i odśwież listę zmian.",
    unknown: "Nie wiadomo, czy cofnięto: odpowiedź nie dotarła. Sprawdź dane sprzedawcy, zanim spróbujesz ponownie.",
    rejected: "System sprzedawców nie przyjął poprzednich wartości. {{reason}}",
    noRoom: "Nie cofnięto: w panelu skończyło się miejsce na dane. Powiadom administratora i spróbuj ponownie później.",
    taken: "Poprzednie wartości ma już inny sprzedawca. Sprawdź adres e-mail i MPK.",
  },
};
