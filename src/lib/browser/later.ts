import { lazy, type ComponentType } from 'react';
import { fetchWhenOnline } from './fetch-when-online.ts';
import { afterFirstScreen } from './first-screen.ts';

/**
 * A part of a page that nobody waits for, so it is fetched after the first screen. Without a
 * network it comes when the network is back.
 */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await afterFirstScreen();
    return { default: await fetchWhenOnline(load) };
  });
