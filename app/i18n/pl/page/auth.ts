export default {
  noAccess: {
    title: "Brak autoryzacji",
    message: "Nie masz dostępu do tej strony",
    account: "Zalogowane konto:",
    explanation:
      "Panel jest tylko dla franczyzobiorców. Poproś administratora firmowego katalogu o stanowisko „franczyzobiorca”.",
    checkAgain: "Sprawdź ponownie",
  },
  signOut: {
    title: "Wylogowanie",
    question: "Czy chcesz się wylogować?",
    stay: "Zostań w panelu",
  },
  signedOut: {
    title: "Wylogowano",
    message:
      "Wylogowano Cię z panelu. Sesja w systemie logowania może nadal trwać: na wspólnym komputerze wyloguj się także tam.",
    everywhere: "Wylogowano Cię z panelu i z systemu logowania.",
    finish: "Dokończ wylogowanie",
  },
  stillSignedIn: {
    title: "Nadal trwa Twoja sesja",
  },
};
