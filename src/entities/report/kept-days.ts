import { useSearchParams } from 'react-router-dom';

/** Adds the chosen days of this view to the address of another view, for a tab between them. */
export function useKeptDays(): (address: string) => string {
  const [params] = useSearchParams();
  const days = ['from', 'to'].flatMap((name) => {
    const day = params.get(name);
    return day === null ? [] : [[name, day]];
  });
  return (address) => {
    if (days.length === 0) return address;
    const [path, query] = address.split('?');
    const next = new URLSearchParams(query);
    for (const [name, day] of days) next.set(name ?? '', day ?? '');
    return `${path}?${next.toString()}`;
  };
}
