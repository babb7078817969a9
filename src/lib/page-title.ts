import { useEffect } from 'react';
import { useCentreName } from './centre.ts';
import { setTheme } from './store.ts';

/** Names the page: `{page title} | {centre name}` for the browser, the title alone in the state. */
export function usePageTitle(title: string): void {
  const centre = useCentreName();
  useEffect(() => {
    document.title = `${title} | ${centre}`;
  }, [title, centre]);
  useEffect(() => setTheme({ pageTitle: title }), [title]);
}
