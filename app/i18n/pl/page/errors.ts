export default {
  details: "Dane dla pomocy technicznej",
  code: "Kod błędu: {{code}}",
  screen: "Ekran: {{name}}",
  supplied: "Komunikat:",
  requestId: "Identyfikator błędu",
  support: {
    question: "Potrzebujesz pomocy?",
    write: "Napisz:",
    page: "Otwórz stronę pomocy",
  },
  pageNotFound: "Nie znaleziono strony",
  internal: "Wewnętrzny błąd serwera",
  generic: {
    title: "Wystąpił błąd",
    message: "Nie udało się wykonać tej czynności. Spróbuj ponownie za chwilę.",
  },
  /** An error in a browser's event handler, shown over the page. */
  unexpected: {
    message: "Coś poszło nie tak. Jeśli coś tu nie działa, wczytaj stronę ponownie.",
    reload: "Wczytaj ponownie",
  },
  actions: {
    home: "Przejdź do pulpitu",
    backToForm: "Wróć do formularza",
    signInAgain: "Zaloguj się ponownie",
    signIn: "Zaloguj się",
    otherAccount: "Zaloguj się na inne konto",
  },
  clientRefused: {
    message: "System logowania nie rozpoznaje tego panelu",
    description: "To błąd konfiguracji, który może naprawić tylko administrator.",
  },
  advice: {
    lost: "Nie wiadomo, czy zapisano: odpowiedź nie dotarła. Sprawdź dane sprzedawcy albo listę, zanim zapiszesz ponownie.",
    incomplete: "Lista zmieniała się podczas odczytu. Spróbuj ponownie za chwilę.",
    contract:
      "System sprzedawców odpowiada inaczej, niż mówi konfiguracja panelu. Może ją poprawić tylko administrator: zmienna {{variable}}.",
  },
  system: {
    name: {
      sellers: "System sprzedawców",
      directory: "Firmowy katalog",
      signIn: "System logowania",
    },
    away: "{{system}} nie odpowiada",
    badAnswer: "{{system}} zwrócił nieprawidłową odpowiedź",
    errorAnswer: "{{system}} odpowiedział błędem",
  },
  comeBack: "Spróbuj ponownie po {{time}}.",
  draftKept: "Zachowaliśmy dane wpisane w formularzu.",
  status: {
    http400: {
      description: "Sprawdź adres strony albo wróć i spróbuj ponownie.",
    },
    http401: {
      message: "Sesja wygasła",
    },
    http403: {
      message: "Brak dostępu",
      description: "Twoje konto nie ma uprawnień do tej strony lub czynności.",
    },
    http404: {
      description: "Sprawdź adres strony. Mogła zostać usunięta lub przeniesiona.",
    },
    http408: {
      message: "Wysyłanie trwało zbyt długo",
      description: "Dane nie dotarły na czas. Sprawdź połączenie z internetem i spróbuj ponownie.",
    },
    http409: {
      message: "Ktoś inny zmienił te dane",
      description: "Otwórz stronę ponownie, sprawdź dane i wprowadź zmianę jeszcze raz.",
    },
    http413: {
      message: "Wysłano zbyt dużo danych",
      description: "Skróć tekst albo wybierz mniejszy plik i spróbuj ponownie.",
    },
    http429: {
      message: "Zbyt wiele prób",
      description: "Spróbuj ponownie za chwilę.",
    },
    http500: {
      message: "Błąd jest po naszej stronie.",
      description: "Spróbuj ponownie za chwilę.",
    },
    http502: {
      message: "Nie udało się odczytać odpowiedzi",
    },
    http507: {
      message: "Brak miejsca na zapisanie danych",
      description: "Niczego nie zapisano, ale nadal możesz przeglądać dane. Spróbuj zapisać ponownie później.",
    },
    http503: {
      message: "Usługa jest chwilowo niedostępna",
      description: "Spróbuj za chwilę. Jeśli to nie pomoże, zaloguj się ponownie.",
    },
    http504: {
      message: "Odpowiedź nie dotarła na czas",
    },
  },
  sellers: {
    notAllowed: "Nie masz uprawnień do tej listy.",
    panel: "Panel jest teraz przeciążony.",
  },
};
