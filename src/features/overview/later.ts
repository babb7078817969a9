import { lazy, type ComponentType } from 'react';

/** Long enough for the first screen. */
const LATER_MS = 1000;

const Nothing = () => null;

/**
 * A part of the overview that is not urgent, so it is fetched after the first screen. Without a
 * network it stays away.
 */
export function later(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    await new Promise((resolve) => setTimeout(resolve, LATER_MS));
    return { default: await load().catch(() => Nothing) };
  });
}
