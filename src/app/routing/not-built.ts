import { onDemand } from './on-demand.tsx';

/** The page of a screen that is not built yet. */
export const NotBuilt = onDemand(
  async () => (await import('#src/app/states/not-built-page.tsx')).NotBuiltPage,
);
