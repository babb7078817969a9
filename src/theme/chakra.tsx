import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { makeSystem } from './system.ts';
import 'virtual:chakra.css';

let system: ReturnType<typeof makeSystem> | undefined;

/** The global styles are already in base.css. */
const sharedSystem = () => (system ??= { ...makeSystem(), _global: [] });

/** Creates the system in an idle moment, because on a tablet that takes longer than a press may. */
export function makeReady(): void {
  sharedSystem();
}

/**
 * Chakra's provider. The frame around the pages works without it, so that a tablet starts sooner.
 */
export function Chakra({ children }: { children: ReactNode }) {
  return <ChakraProvider value={sharedSystem()}>{children}</ChakraProvider>;
}
