const PAGE_SIZE = 50;

const all = Array.from({ length: 200 }, (_, i) => ({
  id: `id-${i}`, displayName: `Sklep ${i} Łódź`, email: `sklep${i}@example.pl`, firstName: "Łukasz",
  surname: "Święty", accountEnabled: i % 3 > 0, mpk: `MPK${1000 + i}`,
}));

export function listSellers(request: Request) {
  const params = new URL(request.url).searchParams;
  const q = (params.get("q") ?? "").toLowerCase();
  const page = Number(params.get("page") ?? 1);
  const found = q ? all.filter(({ displayName }) => displayName.toLowerCase().includes(q)) : all;
  return { q, page, pages: Math.ceil(found.length / PAGE_SIZE), sellers: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) };
}

export const findSeller = (id: string | undefined) => all.find((seller) => seller.id === id);
