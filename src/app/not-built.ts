import { onDemand } from './on-demand.tsx';

/** What stands in for a screen without a page. */
export const NotBuilt = onDemand(async () => (await import('./not-built-page.tsx')).NotBuiltPage);
