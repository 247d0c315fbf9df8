/** Read on the server alone: the callback's page has one address for all languages. */
export default {
  again: "Zaloguj się ponownie",
  refusedByProvider: {
    title: "Nie udało się zalogować",
    accessDenied: "Logowanie zostało przerwane albo odmówiono dostępu.",
    unavailable: "System logowania jest chwilowo niedostępny. Spróbuj ponownie za chwilę.",
    notSignedIn: "System logowania wymaga ponownego zalogowania.",
    other: "System logowania odrzucił tę próbę. Spróbuj zalogować się ponownie.",
    described: "{{message}} Szczegóły: {{description}}",
  },
  problem: {
    unknown: {
      title: "Zacznij logowanie od nowa",
      message: "Nie udało się dokończyć logowania: nie rozpoczęto go w tej przeglądarce.",
    },
    expired: {
      title: "Zacznij logowanie od nowa",
      message: "Od rozpoczęcia logowania minęło zbyt dużo czasu. Po zalogowaniu wrócisz na swoją stronę.",
    },
    used: {
      title: "Zacznij logowanie od nowa",
      message: "To logowanie zostało już zakończone. Nie można go użyć ponownie.",
    },
    malformed: {
      title: "Zacznij logowanie od nowa",
      message: "Odpowiedź systemu logowania jest niekompletna.",
    },
    refused: {
      title: "Nie udało się zalogować",
      message: "Nie można potwierdzić odpowiedzi systemu logowania, dlatego została odrzucona. Spróbuj ponownie.",
    },
    rejected: {
      title: "Nie udało się zalogować",
      message: "System logowania odrzucił tę próbę. Spróbuj zalogować się ponownie.",
    },
    clientRefused: {
      title: "Nie udało się zalogować",
      message:
        "System logowania nie rozpoznaje tego panelu. To błąd konfiguracji, który może naprawić tylko administrator.",
    },
    unavailable: {
      title: "Logowanie jest chwilowo niedostępne",
      message: "System logowania nie odpowiada. Spróbuj ponownie za chwilę.",
    },
  },
};
