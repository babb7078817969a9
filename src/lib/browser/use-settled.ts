import { useEffect, useState } from 'react';

/**
 * `value` once it has not changed for `waitMs`, so that a search is sent when the typing pauses.
 */
export function useSettled<Value extends string | number | null>(
  value: Value,
  waitMs = 300,
): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
