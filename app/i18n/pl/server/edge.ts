/** What the server says where no page can. Only the server says it. */
export default {
  largeHeaders: {
    title: "Przeglądarka przysłała zbyt wiele danych naraz",
    message:
      "Panel nie może przyjąć tego żądania: ma za długi adres albo za dużo plików cookie. Usuń w przeglądarce pliki cookie tej witryny i otwórz panel jeszcze raz. Jeśli to nie pomoże, usuń też pliki cookie innych aplikacji firmy.",
  },
};
