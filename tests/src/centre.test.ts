import { afterEach, expect, it, vi } from 'vitest';
import { centreNameIn, setCentre } from '#src/lib/session/centre.ts';
import { keepVerifiersWith, type VerifierKeeper } from '#src/lib/session/verifier-keeper.ts';
import { copyrightLine } from '#src/lib/text/footer-words.ts';

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
  // 00:30 of New Year's Day in Vientiane.
  vi.setSystemTime(Date.UTC(2026, 11, 31, 17, 30));
  expect(copyrightLine('Dok')).toBe('© 2027 DOK');
});

it('forgets what opens the lock without network as soon as the centre forbids it', async () => {
  const forget = vi.fn(() => Promise.resolve());
  keepVerifiersWith(() => Promise.resolve({ forget } as Partial<VerifierKeeper> as VerifierKeeper));
  const centre = { centreNameEn: 'Dok Champa', centreNameLo: '', logoFileId: null };
  setCentre({ ...centre, offlineUnlock: true });
  setCentre({ ...centre, offlineUnlock: true });
  expect(forget).not.toHaveBeenCalled();
  setCentre({ ...centre, offlineUnlock: false });
  await vi.waitFor(() => expect(forget).toHaveBeenCalledOnce());
});
