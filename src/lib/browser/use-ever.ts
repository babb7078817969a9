import { useState } from 'react';

/**
 * True if `is` is or ever was true, so that hidden content is not drawn before somebody opens it.
 */
export function useEver(is: boolean): boolean {
  const [ever, setEver] = useState(is);
  if (is && !ever) setEver(true);
  return ever || is;
}
