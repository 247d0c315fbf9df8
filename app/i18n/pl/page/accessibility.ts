export default {
  title: "Deklaracja dostępności",
  aim: {
    title: "Do czego dążymy",
    text: "Z panelu ma móc korzystać każdy: klawiaturą, z czytnikiem ekranu, z powiększeniem, w kolorach wymuszonych przez system i na małym telefonie. Dążymy do zgodności z WCAG 2.1 na poziomie AA. Nie zbadał tego jeszcze niezależny audytor, więc nie deklarujemy pełnej zgodności.",
  },
  tested: {
    title: "Co sprawdzamy",
    text: "Te testy uruchamiamy przy każdej zmianie panelu:",
    points: {
      axe: "automatyczne badanie ekranów narzędziem axe, w jasnych i ciemnych kolorach, od 320 do 1280 pikseli szerokości",
      keyboard:
        "obsługa klawiaturą i to, gdzie jest fokus po przejściu na inną stronę, wysłaniu formularza i zamknięciu okna",
      scripts: "działanie bez JavaScriptu",
      zoom: "tekst powiększony do 200% i szerokość 320 pikseli bez przewijania w bok",
      colours: "oznaczenia widoczne w kolorach wymuszonych przez system, kontrast oraz ograniczony ruch",
    },
  },
  limits: {
    title: "Co może sprawiać kłopot",
    text: "Automatyczne testy nie zastąpią ludzi: panelu nie badano systematycznie z czytnikami ekranu ani z osobami z niepełnosprawnościami. Na wąskim ekranie szerokie tabele pokazują mniej kolumn, a resztę danych widać na stronie rekordu. Strona logowania należy do systemu logowania i ta deklaracja jej nie obejmuje.",
  },
  report: {
    title: "Jak zgłosić problem",
    text: "Napisz do osób, które w Twojej firmie prowadzą panel i zakładają w nim konta. Podaj adres strony, co chcesz zrobić, co przeszkadza oraz z jakiej przeglądarki i technologii wspomagającej korzystasz. Jeśli strona pokazuje identyfikator zgłoszenia, dołącz go.",
  },
  back: "Przejdź do panelu",
};
