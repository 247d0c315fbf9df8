export default {
  product: "Panel franczyzobiorcy",
  role: "FRANCZYZOBIORCA",
  titleError: "Błąd: {{title}}",
  skipToContent: "Przejdź do treści",
  navigation: {
    label: "Główna nawigacja",
    home: "Pulpit",
    sellers: "Sprzedawcy",
    history: "Historia zmian",
  },
  account: {
    label: "Konto: {{name}}",
    anonymous: "Moje konto",
    profile: "Profil",
    preferences: "Preferencje",
    signOut: "Wyloguj się",
  },
  language: {
    label: "Język",
  },
  notice: {
    success: "Gotowe",
    info: "Informacja",
    warning: "Uwaga",
    error: "Błąd",
    dismiss: "Zamknij komunikat",
  },
  sessionEnded: {
    title: "Sesja została zakończona",
    message:
      "To, co wpisano na tej stronie, nie przepadło. Zaloguj się w nowej karcie, wróć tutaj i dopiero wtedy zapisz.",
    signIn: "Zaloguj się w nowej karcie",
  },
  connection: {
    unreachable: {
      title: "Brak połączenia z panelem",
      message: "Sprawdź połączenie z internetem i spróbuj ponownie.",
    },
    foreign: {
      title: "Zamiast panelu odpowiedziała inna strona",
      message: "Sieć może wymagać zalogowania. Otwórz dowolną stronę w nowej karcie, a potem spróbuj ponownie.",
    },
    kept: "Wpisane dane są nadal na tej stronie.",
    sendAgain: "Wyślij ponownie",
  },
  spinner: {
    loading: "Wczytywanie…",
    leaving: "Chwileczkę, trwa przekierowanie…",
  },
  copy: {
    button: "Kopiuj: {{name}}",
    copied: "Skopiowano: {{name}}",
    failed: "Nie udało się skopiować. Zaznacz tekst i skopiuj go z klawiatury.",
  },
  unsaved: {
    title: "Masz niezapisane zmiany",
    message: "Jeśli opuścisz tę stronę, to, co wpisano w formularzu, przepadnie.",
    stay: "Zostań",
    discard: "Odrzuć zmiany",
  },
  tryAgain: "Spróbuj ponownie",
  commands: "Polecenia",
  accessibility: "Deklaracja dostępności",
  help: "Pomoc",
  save: "Zapisz",
  cancel: "Anuluj",
  search: "Szukaj",
  noData: "Brak danych",
  perPage: "na stronę",
  required: "(wymagane)",
  yes: "Tak",
  no: "Nie",
};
