import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryClient } from '#src/lib/query-client.ts';
import { makeSystem } from '#src/theme/system.ts';
import 'virtual:chakra.css';

/** Its global styles are a stylesheet already. */
const system = () => ({ ...makeSystem(), _global: [] });

/** What the pages need around them: the cache of what was read, and Chakra. */
export function Providers({ children }: { children: ReactNode }) {
  const [chakra] = useState(system);
  return (
    <QueryClientProvider client={queryClient}>
      <ChakraProvider value={chakra}>{children}</ChakraProvider>
    </QueryClientProvider>
  );
}
