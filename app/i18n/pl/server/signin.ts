/** Read on the server alone: the callback's page has one address for all languages. */
export default {
  title: {
    startAgain: "Zacznij logowanie od nowa",
    failed: "Nie udało się zalogować",
    unavailable: "Logowanie jest chwilowo niedostępne",
  },
  problem: {
    unknown: "Nie udało się dokończyć logowania: nie rozpoczęto go w tej przeglądarce.",
    expired: "Od rozpoczęcia logowania minęło zbyt dużo czasu. Po zalogowaniu wrócisz na swoją stronę.",
    used: "To logowanie zostało już zakończone. Nie można go użyć ponownie.",
    malformed: "Odpowiedź systemu logowania jest niekompletna.",
    refused: "Nie można potwierdzić odpowiedzi systemu logowania, dlatego została odrzucona. Spróbuj ponownie.",
    clientRefused:
      "System logowania nie rozpoznaje tego panelu. To błąd konfiguracji, który może naprawić tylko administrator.",
    unavailable: "System logowania nie odpowiada. Spróbuj ponownie za chwilę.",
    accessDenied: "Logowanie zostało przerwane albo odmówiono dostępu.",
    notSignedIn: "System logowania wymaga ponownego zalogowania.",
    rejected: "System logowania odrzucił tę próbę. Spróbuj zalogować się ponownie.",
  },
  described: "{{message}} Szczegóły: {{description}}",
};
