export function HiddenFields({ params }: { params: Iterable<[name: string, value: string]> }) {
  return [...params].map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}
