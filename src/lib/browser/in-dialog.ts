import { createContext, type RefObject } from 'react';

/** The dialog around a part of the screen. */
export const InDialog = createContext<RefObject<HTMLDialogElement | null> | undefined>(undefined);
