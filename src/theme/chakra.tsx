import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ComponentType, ReactNode } from 'react';
import { makeSystem } from './system.ts';
import 'virtual:chakra.css';

let system: ReturnType<typeof makeSystem> | undefined;

/** Its global styles are a stylesheet already. */
const sharedSystem = () => (system ??= { ...makeSystem(), _global: [] });

/**
 * Makes it before it is asked for, in a moment in which nobody waits: on a tablet it takes longer
 * than a press may.
 */
export function makeReady(): void {
  sharedSystem();
}

/**
 * Chakra's provider. The frame around the pages does without it, so that a tablet starts sooner.
 */
export function Chakra({ children }: { children: ReactNode }) {
  return <ChakraProvider value={sharedSystem()}>{children}</ChakraProvider>;
}

/** The same page, with Chakra around it. */
export function withChakra(Page: ComponentType): ComponentType {
  return function PageWithChakra() {
    return (
      <Chakra>
        <Page />
      </Chakra>
    );
  };
}
