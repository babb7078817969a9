import { useLocation } from 'react-router-dom';
import { paths } from '#src/lib/paths.ts';

/** Add order is the same desk without classes. */
export const useSellsOnly = (): boolean => useLocation().pathname === paths.addOrder;
