/** What the server says about the history's days and about taking changes back. */
export default {
  restore: "Przywróć",
  done: "Cofnięto zmianę danych sprzedawcy „{{name}}”",
  donePartly: "Cofnięto część zmiany danych sprzedawcy „{{name}}”",
  field: {
    possible: "– zostanie cofnięte",
    restored: "– ma już poprzednią wartość",
    changed: "– zmienione od tego czasu: {{who}}, {{when}}",
    changedElsewhere: "– zmienione od tego czasu poza panelem",
  },
  tooManySellers:
    "Do wyszukiwania pasuje zbyt wielu sprzedawców, więc przejrzano zmiany tylko niektórych. Wpisz dokładniejszą nazwę.",
  formerOmitted:
    "Dawne dane sprawdzono tylko u części sprzedawców, więc lista może być niepełna. Zawęź zakres dat, aby sprawdzić pozostałych.",
  file: {
    at: "Kiedy",
    id: "Identyfikator sprzedawcy",
    was: "Było",
    is: "Jest",
    undone: "Cofnięcie",
    cut: "To nie wszystkie zmiany: plik kończy się po {{count, number}}. Zawęź zakres dat albo filtry.",
  },
  reversed: "Dzień początkowy jest późniejszy niż końcowy. Zamień daty.",
  refused: {
    notDone: "Tej zmiany nie zapisano, więc nie ma czego cofać.",
    restored: "Nie ma czego cofać: pola tej zmiany mają już poprzednie wartości.",
    changedSince: "Od tego czasu ktoś zmienił te pola. Ich nowsze wartości pozostaną.",
    changedPartly: "Od tego czasu ktoś zmienił część pól i ich nowsze wartości pozostaną. Pozostałe pola można cofnąć.",
    missing: "Nie ma już takiej zmiany w historii. Odśwież listę zmian.",
    running: "Ta zmiana jest właśnie cofana. Poczekaj chwilę i odśwież listę zmian.",
    unknown: "Nie wiadomo, czy cofnięto: odpowiedź nie dotarła. Sprawdź dane sprzedawcy, zanim spróbujesz ponownie.",
    rejected: "System sprzedawców nie przyjął poprzednich wartości. {{reason}}",
    taken: "Poprzednie wartości ma już inny sprzedawca. Sprawdź adres e-mail i MPK.",
  },
};
