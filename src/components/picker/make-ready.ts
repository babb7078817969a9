export { makeReady } from '#src/theme/chakra.tsx';
