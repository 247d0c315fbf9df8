import { fold } from "./folding";
import type { StoredSeller } from "./types";

const WOMEN = [
  "Agnieszka Aleksandra Alicja Anna Barbara Beata Bożena Celina Danuta Dorota Elżbieta Ewa Grażyna Hanna Iwona Jadwiga",
  "Joanna Justyna Karolina Katarzyna Krystyna Łucja Magdalena Małgorzata Marta Monika Natalia Róża Stanisława Świętosława",
  "Urszula Wiesława Zofia Żaneta",
].flatMap((line) => line.split(" "));
const MEN = [
  "Adam Andrzej Bartłomiej Błażej Dariusz Dawid Grzegorz Henryk Ireneusz Jacek Jakub Jan Jarosław Jerzy Józef Kamil",
  "Krzysztof Łukasz Maciej Marcin Mateusz Michał Mieczysław Paweł Piotr Przemysław Rafał Ryszard Sławomir Stanisław",
  "Świętopełk Tomasz Wojciech Zbigniew",
].flatMap((line) => line.split(" "));
/** `Kowalsk/i/a`: Kowalski and Kowalska; `Nowak` is the surname of both. */
const SURNAMES = [
  "Kowalsk/i/a Nowak Wiśniewsk/i/a Wójcik Kamińsk/i/a Lewandowsk/i/a Zielińsk/i/a Szymańsk/i/a Woźniak Dąbrowsk/i/a",
  "Kozłowsk/i/a Jankowsk/i/a Mazur Kwiatkowsk/i/a Krawczyk Piotrowsk/i/a Grabowsk/i/a Pawłowsk/i/a Michalsk/i/a Król",
  "Wieczorek Jabłońsk/i/a Wróbel Majewsk/i/a Olszewsk/i/a Stępień Jaworsk/i/a Malinowsk/i/a Adamczyk Dudek Nowick/i/a",
  "Pawlak Górsk/i/a Witkowsk/i/a Walczak Sikora Baran Rutkowsk/i/a Michalak Szewczyk Ostrowsk/i/a Tomaszewsk/i/a Zając",
  "Pietrzak Wróblewsk/i/a Jasińsk/i/a Marciniak Bąk Sadowsk/i/a Zawadzk/i/a Duda Włodarczyk Chmielewsk/i/a Borkowsk/i/a",
  "Żółkiewsk/i/a Łuczak Ćwiklińsk/i/a Ślusarczyk Źrebiec Gołębiowsk/i/a Głowack/i/a Kaźmierczak Cieślak Szczepańsk/i/a",
].flatMap((line) => line.split(" "));
const SHOPS = [
  "Delikatesy,Sklep,Punkt handlowy,Kiosk,Salon,Market osiedlowy,Spiżarnia,Stoisko",
  "Pod Lipą,Źródełko,U Świętej Kingi,Żuraw,Nad Łąką,Śródmieście,Przy Młynie,Ćmielów,Stary Rynek,Zielone Wzgórze,Dąb,Ósemka",
].map((line) => line.split(","));
const TOWNS = [
  "Łódź Kraków Gdańsk Wrocław Poznań Szczecin Bydgoszcz Lublin Białystok Katowice Częstochowa Toruń Rzeszów Kielce",
  "Olsztyn Żary Świdnica Ełk Ząbki Ćmielów",
].flatMap((line) => line.split(" "));
const REGIONS =
  "dolnośląskie kujawsko-pomorskie lubelskie lubuskie łódzkie małopolskie mazowieckie opolskie podkarpackie podlaskie pomorskie śląskie świętokrzyskie warmińsko-mazurskie wielkopolskie zachodniopomorskie".split(
    " ",
  );

const FIRST_DAY = Date.UTC(2016, 0, 4, 7);
const DAYS = 3200;

/** Marsaglia's xorshift32: the same sellers everywhere, every time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Yields plausible Polish sellers; the first ten are the same, whether ten or a thousand are made. */
export function* seedSellers(count: number): Generator<StoredSeller> {
  const random = randomNumbers(20_240_229);
  const below = (limit: number) => random() % limit;
  const pick = <T>(list: T[]): T => list[below(list.length)] as T;
  const uses = new Map<string, number>();

  for (let index = 0; index < count; index += 1) {
    const id = uuid(random(), random(), random(), random());
    const named = below(100) < 85;
    const person = pickPerson(below, pick);
    const fullName = `${person.firstName} ${person.surname}`;
    const shop = pick(SHOPS[0] as string[]);
    const place = `${pick(SHOPS[1] as string[])} ${pick(TOWNS)}`;
    const inShop = below(12) === 0;
    const displayName = named ? (inShop ? `${shop} – ${fullName}` : fullName) : `${shop} ${place}`;
    const mailboxOf = named ? fullName : displayName;
    const use = (uses.get(mailboxOf) ?? 0) + 1;
    uses.set(mailboxOf, use);
    // Steps of 37 through a prime number of places give each place once.
    const number = (index * 37 + 123) % 10_000_019;
    yield {
      id,
      displayName,
      email: `${fold(mailboxOf).replace(/[^a-z]+/g, ".")}${use > 1 ? use : ""}@example.pl`,
      ...(named ? person : {}),
      accountEnabled: below(5) !== 0,
      mpk: below(3) === 0 ? `MPK-${String(number).padStart(4, "0")}` : String(number).padStart(5, "0"),
      region: pick(REGIONS),
      createdAt: new Date(FIRST_DAY + below(DAYS) * 86_400_000 + below(36_000) * 1000).toISOString(),
      externalRef: { system: "ERP", number: `K${String(index + 1).padStart(6, "0")}` },
    };
  }
}

/** Version 4, variant 1 (RFC 9562 §5.4) from four 32-bit numbers. */
function uuid(...words: number[]): string {
  const text = words.map((word) => word.toString(16).padStart(8, "0")).join("");
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`;
}

function pickPerson(below: (limit: number) => number, pick: <T>(list: T[]) => T) {
  const woman = below(2) === 0;
  const [stem = "", man = "", her = ""] = pick(SURNAMES).split("/");
  return { firstName: pick(woman ? WOMEN : MEN), surname: stem + (woman ? her : man) };
}
