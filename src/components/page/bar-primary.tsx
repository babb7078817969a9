import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** From this width on a page has no bottom bar. */
export const BAR_WIDTH = '(max-width: 767px)';

/** The place of the page's main action in the bottom bar of a phone; null where there is no bar. */
export const PrimaryPlace = createContext<HTMLElement | null>(null);

const InBar = createContext(false);

/** True within the bottom bar, where a button shows its words. */
export const useInBar = () => useContext(InBar);

/**
 * The page's one main action: in the bottom bar of a phone, elsewhere where it stands. With
 * `isInContent` the content has the action already, as an empty list does, and the bar has none.
 */
export function BarPrimary({
  isInContent = false,
  children,
}: {
  isInContent?: boolean;
  children: ReactNode;
}) {
  const place = useContext(PrimaryPlace);
  if (!place) return children;
  return isInContent ? null : createPortal(<InBar value={true}>{children}</InBar>, place);
}
