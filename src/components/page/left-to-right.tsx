import { chakra } from '@chakra-ui/react/styled-system';

/** A phone, a code or a sum: in one piece, and never turned round by right-to-left text around it. */
export const LeftToRight = chakra('bdi', { base: { whiteSpace: 'nowrap' } }, { defaultProps: { dir: 'ltr' } });
