import { useState } from 'react';

/** Whether `is` holds or ever did: what begins hidden need not be drawn before somebody wants to see it. */
export function useEver(is: boolean): boolean {
  const [ever, setEver] = useState(is);
  if (is && !ever) setEver(true);
  return ever || is;
}
