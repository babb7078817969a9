import Bowser from 'bowser';
import type { DeviceKind } from '#contract/centre/sessions.ts';

const kinds: Record<string, DeviceKind> = {
  tablet: 'tablet',
  mobile: 'phone',
  desktop: 'computer',
};
/** A header of this length says all that a person wants to read. */
const LONGEST_HEADER = 500;

/** The device as its browser names itself; for people only, because anybody may send the header. */
export function browserName(header: string | undefined): { kind: DeviceKind; name: string } {
  const { browser, os, platform } = Bowser.parse((header ?? '').slice(0, LONGEST_HEADER) || ' ');
  return {
    kind: kinds[platform.type ?? ''] ?? 'unknown',
    name: [browser.name, os.name].filter(Boolean).join(', '),
  };
}
