import { useState } from 'react';

/** Whether `is` holds or ever did, so that hidden content is not drawn before somebody opens it. */
export function useEver(is: boolean): boolean {
  const [ever, setEver] = useState(is);
  if (is && !ever) setEver(true);
  return ever || is;
}
