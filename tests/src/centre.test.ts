import { afterEach, expect, it, vi } from 'vitest';
import { centreNameIn } from '#src/lib/session/centre.ts';
import { copyrightLine } from '#src/lib/text/copyright.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('names the centre in the language of the interface, and BranchDesk until it is known', () => {
  const centre = { centreNameEn: 'Dok Champa', centreNameLo: 'ດອກຈຳປາ' };
  expect(centreNameIn(centre, 'en')).toBe('Dok Champa');
  expect(centreNameIn(centre, 'lo')).toBe('ດອກຈຳປາ');
  expect(centreNameIn({ ...centre, centreNameLo: '' }, 'lo')).toBe('Dok Champa');
  expect(centreNameIn({ centreNameEn: '', centreNameLo: '' }, 'en')).toBe('BranchDesk');
});

it('writes the centre in capitals behind the current year', () => {
  vi.useFakeTimers({ now: new Date(2026, 5, 1) });
  expect(copyrightLine('Dok Champa Language Centre')).toBe('© 2026 DOK CHAMPA LANGUAGE CENTRE');
  expect(copyrightLine('ສູນພາສາດອກຈຳປາ')).toBe('© 2026 ສູນພາສາດອກຈຳປາ');
});
